describe('widget', () => it('shows', () => expect(1).toBe(1)));
