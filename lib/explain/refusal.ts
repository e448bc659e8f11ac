/** A refused request. */
export type Refusal = {
  /** The name of the rule. */
  readonly rule: string;
  /** The error code of the response. */
  readonly error: string;
  /** The description in the response, without the reference. */
  readonly description: string;
  /** The authenticated client, or the one that the request named. */
  readonly clientId: string | null;
  readonly facts: RefusalFacts;
};

/** The endpoint and the origin of a request. */
export type RequestPlace = {
  /** One of our paths or the name of an area. Never a text of the caller. */
  readonly endpoint: string;
  /** Only its network is stored. */
  readonly clientAddress: string;
};

/**
 * Records the refusal of the current request, and logs it.
 * @returns the reference for the response
 */
export type Explain = (refusal: Refusal) => string;

/** A reason for a refusal, its text for the client's developer, and how to fix it. */
export type Rule = {
  /** ASCII without quotes and backslashes (RFC 6749 §5.2). `{name}` is replaced by the parameter or scope. */
  readonly description: string;
  /** For the administrator of the client or of this server. One or two sentences. */
  readonly fix: string;
  /** The setting to change, by its name in the configuration file. */
  readonly setting?: string;
};

/** Whether the received value of a rule is an address, which is compared with the registered ones by component. */
export function isAddressRule(rule: string): boolean {
  return rule.includes('redirect') || rule === 'origin_not_allowed';
}

/**
 * The details of a refusal besides its rule. They never contain a secret, a token, a code, a password, a hint or a
 * state. Lengths are limited where the record is stored.
 */
export type RefusalFacts = {
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
  /** The sub of a known person whom the refusal is about. */
  readonly person?: string;
  /** The client that the request named, if that could not be verified. */
  readonly clientId?: string;
};
