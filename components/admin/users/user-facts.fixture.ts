import type { UserFacts } from '#lib/admin/users/read-user';

export const at = new Date('2026-01-01T12:00:00Z');

/** A user without a role, for tests of views. */
export const ann: UserFacts = {
  sub: 'ann-sub',
  username: 'ann',
  enabled: true,
  role: null,
  tenants: 'all',
  claims: {},
  hasPassword: true,
  passwordDue: false,
  createdAt: at,
  updatedAt: at,
  lastSignInAt: null,
  version: 'v1',
  mayChange: true,
  isSelf: false,
};
