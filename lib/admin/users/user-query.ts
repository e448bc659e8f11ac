import type { AdminRole } from '#lib/users/user';
import { readPeriod } from '../period';
import { type Query, textOf, wordOf } from '../query';

export const userStates = ['enabled', 'disabled'] as const;
export const userRoles = ['owner', 'editor', 'auditor'] as const;

/** What an address says about the list. */
export type UserQuery = {
  readonly q: string | null;
  readonly state: (typeof userStates)[number] | null;
  readonly role: AdminRole | null;
  readonly signedIn: 'never' | null;
  /** They got a token since this time, in ISO 8601; to the hour. */
  readonly activeSince: string | null;
  /** There are failures at their password or another factor. */
  readonly attack: 'now' | null;
  /** The identity provider that they can sign in with. */
  readonly provider: string | null;
  /** The tenant that lists them. */
  readonly tenant: string | null;
};

/** All users. */
export const allUsers: UserQuery = {
  q: null,
  state: null,
  role: null,
  signedIn: null,
  activeSince: null,
  attack: null,
  provider: null,
  tenant: null,
};

/** What an address asks for, read strictly: what does not fit counts as absent. */
export function readUserQuery(query: Query): UserQuery {
  return {
    q: textOf(query, 'q', 255),
    state: wordOf(query, 'state', userStates, null),
    role: wordOf(query, 'role', userRoles, null),
    signedIn: wordOf(query, 'signed_in', ['never'], null),
    activeSince: readPeriod(query).from,
    attack: wordOf(query, 'attack', ['now'], null),
    provider: textOf(query, 'provider'),
    tenant: textOf(query, 'tenant'),
  };
}
