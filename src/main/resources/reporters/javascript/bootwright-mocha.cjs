'use strict';
// The listener of Mocha, see bootwright-events.cjs. The repository's own reporter stays.

const events = require('./bootwright-events.cjs');

/** The name by which Mocha before 9 is told to run nothing, so that its tests can be listed. */
const NOTHING = 'no test has this name';

function patched(Mocha) {
  const run = Mocha.prototype.run;
  function listeningRun() {
    if (events.quietly(() => events.claim())()) {
      const Reporter = this._reporter;
      const Listening = function (runner, options) {
        events.quietly(listen)(runner, Mocha);
        return new Reporter(runner, options);
      };
      Listening.prototype = Reporter.prototype;
      Object.assign(Listening, Reporter);
      this._reporter = Listening;
    }
    return run.apply(this, arguments);
  }
  Mocha.prototype.run = listeningRun;
  events.state.disarm.push(() => {
    if (Mocha.prototype.run === listeningRun) {
      Mocha.prototype.run = run;
    }
  });
  return Mocha;
}

function listen(runner, Mocha) {
  events.begin('mocha', Mocha.prototype.version);
  const name = (test) => test.fullTitle();
  const key = (test) => ({ id: events.id(test.file, name(test)), file: test.file });
  let planned = 0;
  let hooks = 0;
  const parallel = typeof runner.isParallelMode === 'function' && runner.isParallelMode();
  const on = (event, action) => runner.on(event, events.quietly(action));
  on('start', () => {
    if (!parallel && runner.suite) {
      const lists = Boolean(runner._grep) && runner._grep.source === NOTHING;
      runner.suite.eachTest((test) => {
        const matches = lists || !runner._grep || runner._grep.test(test.fullTitle()) !== Boolean(runner._invert);
        if (matches) {
          planned++;
          events.emit('collected', key(test));
        }
      });
    }
  });
  on('test', (test) => {
    if (parallel) {
      events.emit('collected', key(test));
    }
    events.emit('started', key(test));
  });
  on('pass', (test) => events.finished(test.file, name(test), 'passed', test.duration));
  on('pending', (test) => events.finished(test.file, name(test), 'skipped'));
  on('fail', (test, error) => {
    const hook = test.type === 'hook';
    hooks += hook ? 1 : 0;
    events.finished(test.file, name(test), hook ? 'errored' : 'failed', test.duration, error || test.err || 'failed');
  });
  on('end', () => {
    const failed = runner.failures;
    events.end({
      exit: failed > 0 ? 1 : 0,
      collected: parallel ? undefined : planned + hooks,
      failed,
      stopped: runner._abort ? 'stopped at the first failure' : '',
    });
  });
}

module.exports = { patched };
