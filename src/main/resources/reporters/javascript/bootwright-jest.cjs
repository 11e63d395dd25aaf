'use strict';
// The listener of Jest 20 and later, see bootwright-events.cjs.

const events = require('./bootwright-events.cjs');

/** The module jest-config, whose global configuration names our reporter beside those of the repository. */
function configured(loaded) {
  const copy = {};
  Object.getOwnPropertyNames(loaded).forEach((name) => {
    Object.defineProperty(copy, name, { configurable: true, enumerable: true, get: () => loaded[name] });
  });
  ['readConfigs', 'readConfig'].forEach((name) => {
    if (typeof loaded[name] === 'function') {
      Object.defineProperty(copy, name, {
        enumerable: true,
        value() {
          const result = loaded[name].apply(this, arguments);
          return result && typeof result.then === 'function' ? result.then(listening) : listening(result);
        },
      });
    }
  });
  return copy;
}

const listening = (result) => {
  try {
    const was = result.globalConfig;
    if (!process.env[events.VARIABLE] || !was) {
      return result;
    }
    const reporters = (was.reporters || [['default', {}]]).concat([[__filename, {}]]);
    return Object.assign({}, result, { globalConfig: Object.freeze(Object.assign({}, was, { reporters })) });
  } catch (e) {
    return result;
  }
};

const STATUS = { passed: 'passed', failed: 'failed', focused: 'passed' };

class EventReporter {
  constructor(globalConfig) {
    this.on = events.quietly(() => {
      if (!events.claim()) {
        return false;
      }
      events.begin('jest', undefined, globalConfig && globalConfig.rootDir);
      return true;
    })();
    this.onTestResult = events.quietly((test, result) => this.on && this.file(result));
    this.onRunComplete = events.quietly((contexts, results) => this.on && this.complete(results));
  }

  file(result) {
    const file = result.testFilePath;
    const none = (result.testResults || []).length === 0;
    if (result.testExecError || (none && result.failureMessage)) {
      events.broken(file, result.failureMessage || result.testExecError);
    }
    (result.testResults || []).forEach((test) => {
      const name = test.fullName || (test.ancestorTitles || []).concat([test.title]).join(' ');
      const status = STATUS[test.status] || 'skipped';
      const said = (test.failureMessages || []).join('\n');
      events.finished(file, name, status, test.duration, status === 'failed' ? said : undefined, status !== 'skipped');
    });
  }

  complete(results) {
    events.end({
      exit: results.numFailedTests + (results.numRuntimeErrorTestSuites || 0) > 0 ? 1 : 0,
      collected: results.numTotalTests,
      ran: results.numPassedTests + results.numFailedTests,
      failed: results.numFailedTests + (results.numRuntimeErrorTestSuites || 0),
      stopped: results.wasInterrupted ? 'interrupted' : '',
    });
  }
}

module.exports = EventReporter;
module.exports.configured = configured;
