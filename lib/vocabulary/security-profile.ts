/** From the weakest to the strictest. Each has the requirements of those before it. */
export const securityProfiles = ['none', 'fapi2', 'fapi2_message_signing'] as const;

export type SecurityProfile = (typeof securityProfiles)[number];

/** The names of the profiles for people. */
export const profileNames: Readonly<Record<SecurityProfile, string>> = {
  none: 'None',
  fapi2: 'FAPI 2.0',
  fapi2_message_signing: 'FAPI 2.0 Message Signing',
};

/** The stricter of a client's profile and the portal's, which is the minimum for every client. */
export function stricter(one: SecurityProfile, other: SecurityProfile): SecurityProfile {
  return includesProfile(one, other) ? one : other;
}

/** Whether a client with the profile has the requirements of the other one. */
export function includesProfile(profile: SecurityProfile, other: SecurityProfile): boolean {
  return securityProfiles.indexOf(profile) >= securityProfiles.indexOf(other);
}
