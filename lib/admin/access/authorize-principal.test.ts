import { describe, expect, it } from 'vitest';
import { authorizePrincipal } from './principal';

describe('authorizePrincipal (security #153, #161)', () => {
  it.each([
    ['nobody', null, 'read', 'sign_in'],
    ['a person without a role', { role: null }, 'read', 'forbidden'],
    ['an auditor who reads', { role: 'auditor' }, 'read', 'allowed'],
    ['an auditor who edits', { role: 'auditor' }, 'edit', 'forbidden'],
    ['an editor who edits', { role: 'editor' }, 'edit', 'allowed'],
    ['an editor who does what owners do', { role: 'editor' }, 'own', 'forbidden'],
    ['an owner', { role: 'owner' }, 'own', 'allowed'],
  ] as const)('%s', (_, principal, permission, expected) => {
    expect(authorizePrincipal(principal, { permission })).toBe(expected);
  });
});
