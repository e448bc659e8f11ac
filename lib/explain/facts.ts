/**
 * What a refusal knows of its request beyond its rule. Never a secret, a token, a code, a password, a hint or a state;
 * a limit on lengths is held where it is kept.
 */
export type Facts = {
  /** The parameter, scope or header it is about. */
  readonly name?: string;
  /** What came. */
  readonly received?: string;
  /** What would have been right: the values of the client, or those there are. */
  readonly registered?: readonly string[];
  /** What the public answer does not tell. */
  readonly reason?: string;
  /** Whom the request named, when it could not be believed. */
  readonly clientId?: string;
};
