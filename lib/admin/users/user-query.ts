import type { AdminRole } from '#lib/users/user';
import { readPeriod } from '../period';
import { type Query, textOf, wordOf } from '../query';

export const userStates = ['enabled', 'disabled'] as const;
export const userRoles = ['owner', 'editor', 'auditor'] as const;

/** The filters in the address of the list. */
export type UserQuery = {
  readonly q: string | null;
  readonly state: (typeof userStates)[number] | null;
  readonly role: AdminRole | null;
  readonly signedIn: 'never' | null;
  /** They got a token since this time, in ISO 8601, to the hour. */
  readonly activeSince: string | null;
  /** Their password or another factor was under attack in the last 24 hours. */
  readonly attack: 'now' | null;
  /** The identity provider where they have an identity. */
  readonly provider: string | null;
  /** The tenant that they belong to. */
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

/** The filters in an address, read strictly: an invalid value counts as absent. */
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
