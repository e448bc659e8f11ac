import type { Facts } from './facts';

/** A request that was refused. */
export type Refusal = {
  /** The name of the rule. */
  readonly rule: string;
  /** The error code of the answer. */
  readonly error: string;
  /** As it stands in the answer, without the reference. */
  readonly description: string;
  /** The client it was, or whom the request named. */
  readonly clientId: string | null;
  readonly facts: Facts;
};

/** Where a request came in, and from where. */
export type RequestPlace = {
  /** A path of ours or the name of an area; never what a caller made up. */
  readonly endpoint: string;
  /** Kept as its network only. */
  readonly clientAddress: string;
};

/** Notes why the request at hand is refused, and logs it. @returns the reference for the answer */
export type Explain = (refusal: Refusal) => string;
