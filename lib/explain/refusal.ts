import type { Facts } from './facts';

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
  readonly facts: Facts;
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
