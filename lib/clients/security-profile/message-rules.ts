import type { SigningAlg } from '#lib/keys/algorithms';
import type { SecurityProfile } from '#lib/vocabulary/security-profile';
import { clientAssertionAlgs } from '../assertion-algs';

/** FAPI 2.0 Security Profile §5.4.1. Ed25519 is the name of EdDSA in RFC 9864. */
export const fapiAlgs = ['PS256', 'ES256', 'EdDSA', 'Ed25519'] as const;

/** The rules of a profile for single messages. The rules for settings are their locks. */
type MessageRules = {
  /** The algorithms of assertions, request objects and proofs. */
  readonly algs: readonly string[];
  /**
   * How far in the future an assertion may expire. It is used immediately, and its jti is stored for as long as it is
   * valid.
   */
  readonly assertionSeconds: number;
  /** The algorithm of responses to APIs that named none. */
  readonly usualAlg: SigningAlg;
  /**
   * Whether a request object must have a start and an end of its validity (FAPI 2.0 Message Signing §5.3.1). Clients of
   * every profile may sign their requests, so this does not depend on whether they must.
   */
  readonly requestObjectTimes: 'optional' | 'required';
};

const fapi: MessageRules = {
  algs: fapiAlgs,
  assertionSeconds: 600,
  usualAlg: 'PS256',
  requestObjectTimes: 'required',
};

export const messageRules: Readonly<Record<SecurityProfile, MessageRules>> = {
  none: { algs: clientAssertionAlgs, assertionSeconds: 3600, usualAlg: 'RS256', requestObjectTimes: 'optional' },
  fapi2: fapi,
  fapi2_message_signing: fapi,
};
