'use strict';
// Loaded before a program by NODE_OPTIONS, in a throw-away copy of the environment. Waits for a test runner to be
// loaded and puts a listener beside its own reporters; see bootwright-events.cjs.

(function arm() {
  if (!process.env.BOOTWRIGHT_EVENTS) {
    return;
  }
  let events;
  let Module;
  try {
    const threads = require('worker_threads');
    if (!threads.isMainThread) {
      return;
    }
  } catch (e) {
    // Node 8 and 10 have no worker threads
  }
  try {
    events = require('./bootwright-events.cjs');
    Module = require('module');
  } catch (e) {
    return;
  }

  function program() {
    try {
      return require('fs').realpathSync(process.argv[1] || '');
    } catch (e) {
      return process.argv[1] || '';
    }
  }

  /** What a loaded module is replaced by; the module itself where it is none of ours. */
  const patches = [
    [/[\\/]jest-config[\\/]build[\\/]index\.js$/, (loaded) => require('./bootwright-jest.cjs').configured(loaded)],
    [/[\\/]mocha[\w.-]*[\\/]lib[\\/]mocha\.js$/, (loaded) => require('./bootwright-mocha.cjs').patched(loaded)],
    [/[\\/]jasmine[\\/]lib[\\/]jasmine\.js$/, (loaded) => require('./bootwright-jasmine.cjs').patched(loaded)],
  ];

  const load = Module._load;
  const known = new Map();
  function patchedLoad(request, parent, isMain) {
    const loaded = load.apply(this, arguments);
    try {
      if (typeof request === 'string' && /mocha|jest|jasmine/.test(request + (parent && parent.filename))) {
        const file = Module._resolveFilename(request, parent, isMain);
        for (const [pattern, patch] of patches) {
          if (pattern.test(file)) {
            if (!known.has(file)) {
              known.set(file, patch(loaded));
            }
            return known.get(file);
          }
        }
      }
    } catch (e) {
      return loaded;
    }
    return loaded;
  }
  Module._load = patchedLoad;
  events.state.disarm.push(() => {
    if (Module._load === patchedLoad) {
      Module._load = load;
    }
  });

  const main = program();
  if (/[\\/]vitest[\\/](?:vitest\.mjs|dist[\\/]cli[^\\/]*\.js)$/.test(main)) {
    const own = process.argv.some((word) => /^--reporters?(=|$)/.test(word));
    const ours = ['--reporter=' + require('path').join(__dirname, 'bootwright-vitest.mjs')];
    process.argv.push(...(own ? ours : ['--reporter=default'].concat(ours)));
  }
  try {
    if (process.execArgv.indexOf('--test') < 0) {
      require('./bootwright-node-run.cjs').listen(require('node:test'));
    } else if (!process.env.NODE_TEST_CONTEXT && events.claim()) {
      events.state.reporter = require('./bootwright-node-events.cjs').listener();
      events.state.reporter.begin();
    }
  } catch (e) {
    // this Node has no test runner
  }
})();
