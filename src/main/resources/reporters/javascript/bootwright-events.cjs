'use strict';
// Writes one JSON line an event for the outermost test session of a process; the format is documented in
// docs/streamed-events.md. It prints nothing, swallows its own errors, and takes itself out of sight (variables, the
// key) as soon as a session begins, so that nested sessions and child processes find nothing. Node 8 and later.

const fs = require('fs');
const path = require('path');
const crypto = require('crypto');

// Bound once, out of reach of libraries that replace attributes of modules.
const real = {
  open: fs.openSync,
  write: fs.writeSync,
  read: fs.readFileSync,
  close: fs.closeSync,
  rename: fs.renameSync,
  unlink: fs.unlinkSync,
  createHash: crypto.createHash,
  stringify: JSON.stringify,
  now: Date.now,
};

const VARIABLE = 'BOOTWRIGHT_EVENTS';
const KEY_FILE = '.key';
const DETAIL_LIMIT = 4000;
const FRAME_LIMIT = 40;
const ANSI = /[\u001b\u009b][[\]()#;?]*(?:[0-9]{1,4}(?:;[0-9]{0,4})*)?[0-9A-ORZcf-nqry=><]/g;

function sha256(...parts) {
  const hash = real.createHash('sha256');
  parts.forEach((part) => hash.update(part));
  return hash.digest();
}

function ascii(value) {
  return real.stringify(value).replace(/[\u007f-\uffff]/g, (c) => '\\u' + ('0000' + c.charCodeAt(0).toString(16)).slice(-4));
}

function shorten(text, limit) {
  if (text.length <= limit) {
    return text;
  }
  const head = Math.floor(limit / 3);
  return text.slice(0, head) + '\n[...]\n' + text.slice(-(limit - head - 7));
}

const state = { folder: null, ordinal: 0, key: null, last: '', file: null, ended: false, disarm: [] };

/** Takes the key; from now on nothing of ours is visible to tests and children. False for a nested session. */
function claim() {
  const folder = process.env[VARIABLE];
  if (state.folder !== null || !folder) {
    return false;
  }
  const mine = folder + '/.key-' + process.pid;
  try {
    real.rename(folder + '/' + KEY_FILE, mine);
    const words = real.read(mine, 'ascii').trim().split(/\s+/);
    real.unlink(mine);
    state.ordinal = Number(words[0]);
    state.key = Buffer.from(words[1], 'hex');
  } catch (e) {
    return false;
  }
  state.folder = folder;
  state.last = '';
  state.ended = false;
  hide();
  process.on('exit', release);
  return true;
}

/** What the environment still tells of us is removed. */
function hide() {
  state.options = process.env.NODE_OPTIONS;
  delete process.env[VARIABLE];
  const rest = strip(process.env.NODE_OPTIONS || '');
  if (rest) {
    process.env.NODE_OPTIONS = rest;
  } else {
    delete process.env.NODE_OPTIONS;
  }
  state.disarm.splice(0).forEach((undo) => undo());
}

function strip(options) {
  return options
    .split(/\s+/)
    .filter((word) => word && word.indexOf(__dirname) < 0)
    .join(' ');
}

function begin(runner, tool, root) {
  state.file = state.folder + '/' + runner.replace(/[^a-z]/g, '') + '-' + state.ordinal + '.jsonl';
  try {
    real.close(real.open(state.file, 'wx', 0o600));
  } catch (e) {
    state.file = null;
  }
  emit('session', {
    format: 1,
    runner,
    ordinal: state.ordinal,
    pid: process.pid,
    tool: tool || undefined,
    root: root || process.cwd(),
    directory: process.cwd(),
  });
}

function emit(event, fields) {
  if (state.file === null || state.key === null) {
    return;
  }
  const parts = ['{"event":' + ascii(event)];
  Object.keys(fields).forEach((name) => {
    const value = fields[name];
    if (value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)) {
      parts.push(ascii(name) + ':' + ascii(value));
    }
  });
  const body = parts.join(',');
  const inner = sha256(state.key, Buffer.from(state.last, 'ascii'), Buffer.from(body, 'ascii'));
  state.last = sha256(state.key, inner).toString('hex').slice(0, 32);
  try {
    const file = real.open(state.file, 'a');
    try {
      real.write(file, body + ',"check":"' + state.last + '"}\n');
    } finally {
      real.close(file);
    }
  } catch (e) {
    // the reader will miss the line and say so
  }
}

function end(fields) {
  if (!state.ended) {
    state.ended = true;
    emit('end', fields);
  }
}

/** Hands the next key on, for a session that follows in another process of the same step. */
function release() {
  if (state.folder === null) {
    return;
  }
  const folder = state.folder;
  state.folder = null;
  try {
    const next = sha256(Buffer.from('next'), state.key);
    const file = real.open(folder + '/' + KEY_FILE, 'wx', 0o600);
    real.write(file, state.ordinal + 1 + ' ' + next.toString('hex'));
    real.close(file);
  } catch (e) {
    // a session that follows will not report
  }
  state.file = null;
}

/** Places of a stack, outermost first. */
function frames(stack) {
  const found = [];
  const place = /^\s*at (?:.*?\()?(?:file:\/\/)?([^()\n:]+\.[cm]?[jt]sx?):(\d+)(?::\d+)?\)?$/;
  String(stack || '')
    .replace(ANSI, '')
    .split('\n')
    .forEach((line) => {
      const match = place.exec(line);
      if (match) {
        found.push(match[1] + ':' + match[2]);
      }
    });
  return found.reverse().slice(-FRAME_LIMIT);
}

/** What is said of a failure: its text without colours, with the words by which assertions are known. */
function describe(error) {
  if (error === undefined || error === null) {
    return { detail: '', frames: [] };
  }
  let text = typeof error === 'string' ? error : String(error.stack || error.message || error);
  const message = typeof error === 'string' ? '' : String(error.message || '');
  if (message && text.indexOf(message) < 0) {
    text = (error.name || 'Error') + ': ' + message + '\n' + text;
  }
  text = text.replace(ANSI, '').trim();
  const code = typeof error === 'string' ? '' : String(error.code || '');
  const assertion = /^(?:Error: )?(?:expect\(|expected )/i.test(text) || code === 'ERR_ASSERTION';
  if (assertion && !/^\w*AssertionError/.test(text)) {
    text = 'AssertionError: ' + text.replace(/^Error: /, '');
  }
  if (code && text.split('\n', 1)[0].indexOf(code) < 0 && !assertion) {
    text = text.replace(/(\n|$)/, ' [' + code + ']$1');
  }
  const cause = typeof error === 'string' || !error.cause ? '' : describe(error.cause).detail;
  if (cause) {
    text += '\ncaused by: ' + cause;
  }
  return { detail: shorten(text, DETAIL_LIMIT), frames: frames(text) };
}

/** The id of a test: file and full name, so that equal names of two files differ. */
function id(file, name) {
  return (file ? path.relative(process.cwd(), file) : '') + '::' + String(name).replace(ANSI, '');
}

/**
 * Tells that a test ended.
 *
 * @param started for runners that tell of a test only when it has ended: whether it was executed; tests of equal names
 *     are told apart by telling each of them whole
 */
function finished(file, name, status, ms, error, started) {
  const key = id(file, name);
  if (started !== undefined) {
    emit('collected', { id: key, file });
  }
  if (started) {
    emit('started', { id: key, file });
  }
  const said = describe(error);
  emit('finished', {
    id: key,
    file,
    status,
    ms: Math.max(0, Math.round(ms || 0)) || undefined,
    failures: status === 'failed' || status === 'errored' ? 1 : undefined,
    detail: said.detail,
    frames: said.frames,
  });
}

/** A file that could not be loaded. */
function broken(file, error) {
  const said = describe(error);
  emit('collected', {
    id: file ? path.relative(process.cwd(), file) : '.',
    file,
    outcome: 'error',
    detail: said.detail,
    frames: said.frames,
  });
}

/** For hooks: an error of ours is never the tests' error. */
function quietly(action) {
  return function () {
    try {
      return action.apply(this, arguments);
    } catch (e) {
      return undefined;
    }
  };
}

module.exports = { VARIABLE, begin, broken, claim, describe, emit, end, finished, id, quietly, release, state };
