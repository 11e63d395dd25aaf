'use strict';
// Listens to programs that start Node's own test runner by its function run(), see bootwright-events.cjs.

const events = require('./bootwright-events.cjs');

function listen(test) {
  if (typeof test.run !== 'function') {
    return;
  }
  const run = test.run;
  function listeningRun() {
    const claimed = events.quietly(() => events.claim())();
    const stream = run.apply(this, arguments);
    if (claimed) {
      events.quietly(attach)(stream);
    }
    return stream;
  }
  test.run = listeningRun;
  const sync = require('module').syncBuiltinESMExports;
  sync();
  events.state.disarm.push(() => {
    test.run = run;
    sync();
  });
}

function attach(stream) {
  const { listener } = require('./bootwright-node-events.cjs');
  const on = listener();
  on.begin();
  ['test:start', 'test:pass', 'test:fail', 'test:diagnostic'].forEach((type) =>
    stream.on(type, (data) => on.handle(type, data)),
  );
  stream.on('end', () => on.end());
  process.on('exit', () => on.end());
}

module.exports = { listen };
