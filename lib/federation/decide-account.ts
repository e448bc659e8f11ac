import type { User } from '#lib/users/user';

/** The facts about an upstream identity that decide about its account. */
export type AccountFacts = {
  /** The account that the identity is linked to. */
  readonly linked: Pick<User, 'enabled'> | null;
  /** The number of accounts with the identity's email address, verified or not, or with it as username. */
  readonly sameEmail: number;
  readonly createUsers: boolean;
  /** The username of a new account; null if there is none, or it is taken. */
  readonly username: string | null;
};

export type AccountDecision =
  | 'sign_in'
  | 'disabled'
  /** The person may already have an account. They prove it, and then the identity is linked. */
  | 'prove'
  | 'create'
  /** A new account needs data that the provider did not send. */
  | 'complete'
  | 'not_linked';

/**
 * Decides which account belongs to an upstream identity. Only the identity is a key (OpenID Connect Core §5.7): an
 * equal email address is never more than a reason to ask (security #115 and #116).
 */
export function decideAccount({ linked, sameEmail, createUsers, username }: AccountFacts): AccountDecision {
  if (linked !== null) return linked.enabled ? 'sign_in' : 'disabled';
  if (sameEmail > 0) return 'prove';
  if (!createUsers) return 'not_linked';
  return username === null ? 'complete' : 'create';
}
