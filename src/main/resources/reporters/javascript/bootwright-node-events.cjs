'use strict';
// Turns the events of Node's own test runner into ours, see bootwright-events.cjs.

const path = require('path');
const events = require('./bootwright-events.cjs');

const COUNTER = /^(tests|pass|fail|cancelled|skipped|todo) (\d+)$/;

function listener() {
  const counters = {};
  const names = new Map();
  let failed = 0;
  let broken = 0;
  const trail = (data) => {
    const key = data.file || '';
    if (!names.has(key)) {
      names.set(key, []);
    }
    return names.get(key);
  };
  const isFile = (data) =>
    data.nesting === 0 && /[\\/.]/.test(data.name) && (data.file ? path.resolve(data.name) === data.file : /\.[cm]?[jt]sx?$/.test(data.name));

  function ended(data, passed) {
    const details = data.details || {};
    const error = details.error;
    const own = error && error.cause instanceof Object && error.cause.message !== undefined ? error.cause : error;
    const above = trail(data).slice(0, data.nesting);
    const name = above.concat([data.name]).join(' ');
    if (details.type === 'suite') {
      const kind = error && error.failureType;
      if (!passed && kind && kind !== 'subtestsFailed') {
        events.finished(data.file, name + ' (suite)', 'errored', details.duration_ms, own);
        failed++;
      }
      return;
    }
    if (isFile(data) && !passed) {
      broken++;
      events.broken(data.file || path.resolve(data.name), own);
      return;
    }
    const skipped = (data.skip !== undefined && data.skip !== false) || (data.todo !== undefined && data.todo !== false);
    const status = skipped ? 'skipped' : passed ? 'passed' : 'failed';
    failed += status === 'failed' ? 1 : 0;
    const shown = isFile(data) ? '(whole file)' : name;
    const file = data.file || (isFile(data) ? path.resolve(data.name) : undefined);
    events.finished(file, shown, status, details.duration_ms, status === 'failed' ? own || 'failed' : undefined, !skipped);
  }

  return {
    begin: () => events.begin('node-test', process.version),
    handle: events.quietly((type, data) => {
      if (type === 'test:start') {
        const list = trail(data);
        list.length = data.nesting;
        list[data.nesting] = data.name;
      } else if (type === 'test:pass' || type === 'test:fail') {
        ended(data, type === 'test:pass');
      } else if (type === 'test:diagnostic' && data.nesting === 0) {
        const match = COUNTER.exec(data.message);
        if (match) {
          counters[match[1]] = Number(match[2]);
        }
      }
    }),
    end: events.quietly(() => {
      const counted = counters.tests !== undefined;
      events.end({
        exit: failed + broken > 0 ? 1 : 0,
        ran: counted ? counters.pass + counters.fail + counters.cancelled - broken : undefined,
        failed: counted ? Math.max(counters.fail + counters.cancelled, failed + broken) : failed + broken,
      });
    }),
  };
}

module.exports = { listener };
