const { sum } = require('../../dist/index.js');

describe('sum', () => {
  it('adds', () => expect(sum(1, 2)).toBe(3));
});
