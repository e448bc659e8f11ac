/**
 * The details of a refusal besides its rule. They never contain a secret, a token, a code, a password, a hint or a
 * state. Lengths are limited where the record is stored.
 */
export type Facts = {
  /** The parameter, scope or header that was refused. */
  readonly name?: string;
  /** The received value. */
  readonly received?: string;
  /** The values that would have been accepted: those of the client, or the existing ones. */
  readonly registered?: readonly string[];
  /** Whether a registered loopback address may be requested with any port. */
  readonly isPortFree?: boolean;
  /** The reason, which the public response does not reveal. */
  readonly reason?: string;
  /** The setting of this refusal, if it differs from that of its rule: its name in the configuration file. */
  readonly setting?: string;
  /** The client that the request named, if that could not be verified. */
  readonly clientId?: string;
};
