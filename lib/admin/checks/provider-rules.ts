import { isProviderAllowed } from '#lib/interactions/next-step';
import { isLocalHost } from '#lib/vocabulary/uri';
import { type Checked, type CheckedProvider, type Found, foundIf, type Severity } from './checked';

type ProviderRule = {
  readonly severity: Severity;
  readonly find: (provider: CheckedProvider, checked: Checked) => Found;
};

/** The rules for each enabled provider. */
export const providerRules = {
  // An attacker who intercepts the connection can sign in as any person.
  provider_http: {
    severity: 'error',
    find: ({ issuer }) => (issuer?.startsWith('http:') && !isLocalHost(new URL(issuer).hostname) ? [issuer] : []),
  },
  provider_unfindable: {
    severity: 'warning',
    find: ({ button, domains }) => foundIf(button === 'domain' && domains.length === 0),
  },
  provider_without_client: {
    severity: 'advice',
    find: ({ name }, { clients, tenants }) =>
      foundIf(
        clients.length > 0 &&
          clients.every((client) => {
            const tenant = client.tenant === null ? null : (tenants.get(client.tenant) ?? null);
            return !isProviderAllowed({ rules: client, tenant }, name);
          }),
      ),
  },
} as const satisfies Readonly<Record<string, ProviderRule>>;
