import type { Rule } from '#lib/explain/refusal';

/** Why a sign-in at a provider failed. The texts for people are in the catalog. */
export const failureRules = {
  cancelled: {
    description: 'The user canceled at the provider, or the provider denied access',
    fix: 'Nothing is wrong here. The provider decides who can sign in to Signet.',
  },
  unavailable: {
    description: 'The provider cannot be reached or does not work',
    fix: 'See the reason. It names what failed, for example DNS, the network, the certificate or the provider itself.',
  },
  misconfigured: {
    description: 'The provider does not accept this server, or publishes metadata that cannot be used',
    fix: 'Compare the issuer (character by character), the client_id, the client_secret and the redirect URI with the settings at the provider. For a private address, set SIGNET_OUTBOUND_ALLOW.',
    setting: 'identity_providers',
  },
  response: {
    description: 'The response of the provider failed its checks',
    fix: 'Compare the clocks. With max_age, the provider must send auth_time. Otherwise someone may have tampered with the sign-in.',
  },
  not_linked: {
    description: 'No user is linked to this identity, and new users are not created',
    fix: 'Create a user with the same email address who can then link this identity, or turn on create_users.',
    setting: 'create_users',
  },
  disabled: {
    description: 'The user who is linked to this identity is disabled',
    fix: 'Enable the user if they should have access.',
  },
  tenant: {
    description: 'The user who is linked to this identity belongs to other tenants',
    fix: 'Add the tenant to the user, or give the user access to all tenants.',
    setting: 'tenants',
  },
} as const satisfies Record<string, Rule>;

/** The name in records. */
export function failureRuleName(problem: string): string {
  return `provider_${problem}`;
}
