'use strict';
// The listener of Jasmine, see bootwright-events.cjs.

const events = require('./bootwright-events.cjs');

function patched(loaded) {
  const Jasmine = loaded.default && !loaded.prototype.execute ? loaded.default : loaded;
  const execute = Jasmine.prototype.execute;
  Jasmine.prototype.execute = function () {
    if (events.quietly(() => events.claim())()) {
      events.quietly(() => listen(this))();
    }
    return execute.apply(this, arguments);
  };
  return loaded;
}

function listen(jasmine) {
  events.begin('jasmine', undefined, jasmine.projectBaseDir);
  let failed = 0;
  const errors = (result) => (result.failedExpectations || []).map((e) => e.stack || e.message).join('\n');
  jasmine.env.addReporter({
    specDone: events.quietly((spec) => {
      const status = { passed: 'passed', failed: 'failed' }[spec.status] || 'skipped';
      failed += status === 'failed' ? 1 : 0;
      const said = status === 'failed' ? errors(spec) || 'failed' : undefined;
      events.finished(spec.filename, spec.fullName, status, spec.duration, said, status !== 'skipped');
    }),
    suiteDone: events.quietly((suite) => {
      if ((suite.failedExpectations || []).length > 0) {
        failed++;
        events.finished(suite.filename, suite.fullName + ' (hook)', 'errored', 0, errors(suite));
      }
    }),
    jasmineDone: events.quietly((result) => {
      (result.failedExpectations || []).forEach((e) => {
        failed++;
        events.broken('', e.stack || e.message);
      });
      events.end({ exit: failed > 0 || result.overallStatus === 'failed' ? 1 : 0, failed });
    }),
  });
}

module.exports = { patched };
