// A reporter of Node's own test runner that prints nothing, see bootwright-events.cjs.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const events = require('./bootwright-events.cjs');

export default async function* report(source) {
  let on = events.state.reporter;
  if (!on && !process.env.NODE_TEST_CONTEXT && events.claim()) {
    on = require('./bootwright-node-events.cjs').listener();
    on.begin();
  }
  for await (const event of source) {
    if (on) {
      on.handle(event.type, event.data);
    }
  }
  if (on) {
    on.end();
  }
}
