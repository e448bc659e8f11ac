import { clientAssertionAlgs } from '../assertion-algs';

/** From the weakest to the strictest: each has the requirements of those before it. */
export const securityProfiles = ['none', 'fapi2', 'fapi2_message_signing'] as const;

export type SecurityProfile = (typeof securityProfiles)[number];

/** What people call a profile. */
export const profileNames: Readonly<Record<SecurityProfile, string>> = {
  none: 'None',
  fapi2: 'FAPI 2.0',
  fapi2_message_signing: 'FAPI 2.0 Message Signing',
};

/** FAPI 2.0 Security Profile §5.4.1; Ed25519 is EdDSA by the name that RFC 9864 gave it. */
export const fapiAlgs = ['PS256', 'ES256', 'EdDSA', 'Ed25519'] as const;

/** What a profile says about a single message; what it says about settings is in locks.ts. */
type MessageRules = {
  /** Of assertions, request objects and proofs. */
  readonly algs: readonly string[];
  /** How far ahead an assertion may expire: it is used at once, and its jti is kept for as long as it is valid. */
  readonly assertionSeconds: number;
  /** Whether a request object has to say from when to when it is valid (FAPI 2.0 Message Signing §5.3.1). */
  readonly requestObjectTimes: 'optional' | 'required';
};

const fapi: MessageRules = { algs: fapiAlgs, assertionSeconds: 600, requestObjectTimes: 'optional' };

export const messageRules: Readonly<Record<SecurityProfile, MessageRules>> = {
  none: { algs: clientAssertionAlgs, assertionSeconds: 3600, requestObjectTimes: 'optional' },
  fapi2: fapi,
  fapi2_message_signing: { ...fapi, requestObjectTimes: 'required' },
};

/** The stricter one of a client's profile and the portal's, which is the least for every client. */
export function stricter(one: SecurityProfile, other: SecurityProfile): SecurityProfile {
  return includesProfile(one, other) ? one : other;
}

/** Whether a client with the profile has the requirements of the other one. */
export function includesProfile(profile: SecurityProfile, other: SecurityProfile): boolean {
  return securityProfiles.indexOf(profile) >= securityProfiles.indexOf(other);
}
