// The listener of Vitest, see bootwright-events.cjs.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const events = require('./bootwright-events.cjs');

export default class EventReporter {
  constructor() {
    this.told = new Set();
    this.failed = 0;
    this.on = false;
    this.onInit = events.quietly((context) => {
      this.context = context;
      if (events.claim()) {
        this.on = true;
        events.begin('vitest', context.version, context.config && context.config.root);
      }
    });
    this.onTaskUpdate = events.quietly((packs) => {
      for (const [id, result] of this.on ? packs : []) {
        const task = this.context.state.idMap.get(id);
        if (task && task.filepath && result && (result.state === 'pass' || result.state === 'fail')) {
          this.file(task);
        }
      }
    });
    this.onTestModuleEnd = events.quietly((module) => this.on && this.file(module.task));
    this.onFinished = events.quietly((files, errors) => this.on && this.finish(files || [], errors || []));
    this.onTestRunEnd = events.quietly(
      (modules, errors) => this.on && this.finish((modules || []).map((m) => m.task), errors || []),
    );
  }

  file(file) {
    if (!file || this.told.has(file.id)) {
      return;
    }
    this.told.add(file.id);
    const errors = (file.result && file.result.errors) || [];
    const tests = this.tasks(file, file.projectName ? '[' + file.projectName + '] ' : '', file.filepath);
    if (errors.length > 0 || (tests === 0 && file.result && file.result.state === 'fail')) {
      this.failed++;
      events.broken(file.filepath, errors[0] || 'failed');
    }
  }

  tasks(parent, prefix, file) {
    let count = 0;
    for (const task of parent.tasks || []) {
      const name = prefix + task.name;
      if (task.type === 'suite') {
        const errors = (task.result && task.result.errors) || [];
        if (errors.length > 0) {
          this.failed++;
          events.finished(file, name + ' (hook)', 'errored', 0, errors[0]);
        }
        count += this.tasks(task, name + ' ', file);
      } else {
        count++;
        this.test(task, name, file);
      }
    }
    return count;
  }

  test(task, name, file) {
    const result = task.result;
    if (task.mode === 'skip' || task.mode === 'todo') {
      events.finished(file, name, 'skipped', 0, undefined, false);
    } else if (!result || result.state === 'run' || result.state === 'queued') {
      events.emit('collected', { id: events.id(file, name), file });
    } else {
      const status = { pass: 'passed', fail: 'failed' }[result.state] || 'skipped';
      this.failed += status === 'failed' ? 1 : 0;
      const error = status === 'failed' ? (result.errors || [])[0] || 'failed' : undefined;
      events.finished(file, name, status, result.duration, error, status !== 'skipped');
    }
  }

  finish(files, errors) {
    files.forEach((file) => this.file(file));
    errors.forEach((error, n) => {
      this.failed++;
      events.finished(undefined, '(unhandled error ' + (n + 1) + ')', 'errored', 0, error);
    });
    events.end({ exit: this.failed > 0 ? 1 : 0, failed: this.failed });
  }
}
