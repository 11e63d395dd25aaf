const assert = require('assert');

describe('core', () => {
  it('counts', () => assert.equal(1, 1));
});
