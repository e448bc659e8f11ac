import { describe, expect, it } from 'vitest';
import { authorizePrincipal, freshSeconds } from './authorize-principal';
import type { Principal } from './principal';

const now = new Date('2026-01-01T12:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const person = (more: Partial<Principal> = {}): Principal => ({
  kind: 'session',
  sub: 'sub',
  name: 'root',
  role: 'owner',
  authTime: ago(10),
  sid: 'sid',
  ...more,
});

describe('authorizePrincipal (security #153, #161)', () => {
  it.each([
    ['nobody', null, { permission: 'read' }, 'sign_in'],
    ['a person without a role', person({ role: null }), { permission: 'read' }, 'forbidden'],
    ['an auditor who edits', person({ role: 'auditor' }), { permission: 'edit' }, 'forbidden'],
    ['an editor who does what owners do', person({ role: 'editor' }), { permission: 'own' }, 'forbidden'],
    ['an owner', person(), { permission: 'own' }, 'allowed'],
    ['a fresh sign-in', person({ authTime: ago(freshSeconds) }), { permission: 'own', fresh: true }, 'allowed'],
    ['an old one', person({ authTime: ago(freshSeconds + 1) }), { permission: 'own', fresh: true }, 'reauthenticate'],
    ['an old one without need', person({ authTime: ago(9999) }), { permission: 'own' }, 'allowed'],
    [
      'an old one without the role',
      person({ role: 'auditor', authTime: ago(9999) }),
      { permission: 'own', fresh: true },
      'forbidden',
    ],
    [
      'a sign-in whose time is unknown',
      person({ authTime: null }),
      { permission: 'own', fresh: true },
      'reauthenticate',
    ],
    ['a token', person({ kind: 'token', authTime: null, sid: null }), { permission: 'own', fresh: true }, 'allowed'],
  ] as const)('%s', (_, principal, policy, expected) => {
    expect(authorizePrincipal(principal, policy, now)).toBe(expected);
  });
});
