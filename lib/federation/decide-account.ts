import type { User } from '#lib/users/user';

/** What is known about who an upstream identity could be. */
export type AccountFacts = {
  /** Whose identity it is already. */
  readonly linked: Pick<User, 'enabled'> | null;
  /** How many accounts have the identity's e-mail address, confirmed or not, or are named by it. */
  readonly sameEmail: number;
  readonly createUsers: boolean;
  /** The user name a new account would get; null when there is none, or it is taken. */
  readonly username: string | null;
};

export type AccountDecision =
  | 'sign_in'
  | 'disabled'
  /** Somebody may have an account already: they prove it, then it is linked. */
  | 'prove'
  | 'create'
  /** A new account needs something the provider did not say. */
  | 'complete'
  | 'not_linked';

/**
 * Decides what a person is here, from who they are there. The identity alone is the key (OpenID Connect Core §5.7): an
 * equal e-mail address is never more than a reason to ask (security #115 and #116).
 */
export function decideAccount({ linked, sameEmail, createUsers, username }: AccountFacts): AccountDecision {
  if (linked !== null) return linked.enabled ? 'sign_in' : 'disabled';
  if (sameEmail > 0) return 'prove';
  if (!createUsers) return 'not_linked';
  return username === null ? 'complete' : 'create';
}
