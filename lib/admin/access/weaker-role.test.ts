import { expect, it } from 'vitest';
import { weakerRole } from './weaker-role';

it.each([
  ['owner', 'editor', 'editor'],
  ['editor', 'owner', 'editor'],
  ['auditor', 'editor', 'auditor'],
  ['owner', 'owner', 'owner'],
  [null, 'owner', null],
  ['owner', null, null],
  [null, null, null],
] as const)('of %s and %s, the role that counts is %s (security #153)', (one, other, expected) => {
  expect(weakerRole(one, other)).toBe(expected);
});
