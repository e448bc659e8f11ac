import type { Rule } from '#lib/explain/refusal';

/** Why a sign-in at a provider failed. The texts for people are in the catalog. */
export const failureRules = {
  cancelled: {
    description: 'The person canceled at the provider, or was denied there',
    fix: 'Nothing is wrong here. Who may use Signet at the provider is decided there.',
  },
  unavailable: {
    description: 'The provider cannot be reached or is out of order',
    fix: 'Look at the reason: name service, network, certificate, or the status of the provider.',
  },
  misconfigured: {
    description: 'The provider does not accept this server, or publishes metadata that cannot be used',
    fix: 'Compare issuer (character by character), client_id, client_secret and the redirect URI with the provider. A private address needs SIGNET_OUTBOUND_ALLOW.',
    setting: 'identity_providers',
  },
  response: {
    description: 'The answer of the provider cannot be believed',
    fix: 'Compare the clocks. With max_age the provider has to send auth_time. Otherwise somebody may have tampered with the sign-in.',
  },
  not_linked: {
    description: 'Nobody here belongs to the identity, and accounts are not created',
    fix: 'Create the account with the same email address, which the person can link, or switch create_users on.',
    setting: 'create_users',
  },
  disabled: {
    description: 'The account of the identity is disabled',
    fix: 'Enable the account if the person is to come in.',
  },
  tenant: {
    description: 'The account of the identity belongs to other tenants',
    fix: 'Add the tenant to the account, or leave its list of tenants empty.',
    setting: 'tenants',
  },
} as const satisfies Record<string, Rule>;

/** The name in records. */
export function failureRuleName(problem: string): string {
  return `provider_${problem}`;
}
