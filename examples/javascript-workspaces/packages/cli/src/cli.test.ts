import { one } from '@sample/core';
import { expect, it } from 'vitest';

it('is one', () => expect(one).toBe(1));
