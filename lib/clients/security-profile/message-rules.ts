import type { SigningAlg } from '#lib/keys/algorithms';
import type { SecurityProfile } from '#lib/vocabulary/security-profile';
import { clientAssertionAlgs } from '../assertion-algs';

/** FAPI 2.0 Security Profile §5.4.1; Ed25519 is EdDSA by the name that RFC 9864 gave it. */
export const fapiAlgs = ['PS256', 'ES256', 'EdDSA', 'Ed25519'] as const;

/** What a profile says about a single message; what it says about settings is in locks.ts. */
type MessageRules = {
  /** Of assertions, request objects and proofs. */
  readonly algs: readonly string[];
  /** How far ahead an assertion may expire: it is used at once, and its jti is kept for as long as it is valid. */
  readonly assertionSeconds: number;
  /** Of answers to APIs that named none. */
  readonly usualAlg: SigningAlg;
  /** Whether a request object has to say from when to when it is valid (FAPI 2.0 Message Signing §5.3.1). */
  readonly requestObjectTimes: 'optional' | 'required';
};

const fapi: MessageRules = {
  algs: fapiAlgs,
  assertionSeconds: 600,
  usualAlg: 'PS256',
  requestObjectTimes: 'optional',
};

export const messageRules: Readonly<Record<SecurityProfile, MessageRules>> = {
  none: { algs: clientAssertionAlgs, assertionSeconds: 3600, usualAlg: 'RS256', requestObjectTimes: 'optional' },
  fapi2: fapi,
  fapi2_message_signing: { ...fapi, requestObjectTimes: 'required' },
};
