import { expect, it } from 'vitest';
import { weakerRole } from '../api/authenticate';

it.each([
  ['owner', 'editor', 'editor'],
  ['editor', 'owner', 'editor'],
  ['auditor', 'editor', 'auditor'],
  ['owner', 'owner', 'owner'],
  [null, 'owner', null],
  ['owner', null, null],
  [null, null, null],
] as const)('the weaker role of %s and %s is %s (security #153)', (one, other, expected) => {
  expect(weakerRole(one, other)).toBe(expected);
});
