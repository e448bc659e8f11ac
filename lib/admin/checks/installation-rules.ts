import { servedAlgs } from '#lib/clients/served-algs';
import { mailTransport } from '#lib/mail/mail';
import { isAddressHost } from '#lib/settings/issuer';
import type { Portal, Tenant } from '#lib/tenants/tenant';
import { dayMs } from '#lib/vocabulary/time';
import { tenantPath } from '../entries/entry-path';
import { userPath } from '../users/feature';
import type { Checked, CountedPeople, Place, Severity } from './checked';
import type { CheckedPerson } from './people-store';

type InstallationRule = {
  readonly severity: Severity;
  readonly href: string;
  readonly find: (checked: Checked) => readonly Place[];
};

/** The number of days after which a signing key should have been replaced. */
const keyDays = 180;

/** The rules for the installation: keys, environment, portal and tenants. */
export const installationRules = {
  issuer_http: {
    severity: 'error',
    href: '/admin/settings',
    find: ({ settings }) => here(!settings.secure && !settings.localhost, 'SIGNET_ISSUER'),
  },
  key_missing: {
    severity: 'error',
    href: '/admin/keys',
    find: ({ clients, scopes, keys }) => {
      const active = new Set<string>(keys.filter(({ phase }) => phase === 'active').map(({ alg }) => alg));
      const answers = [...scopes.values()].flatMap(({ introspectionSignedResponseAlg: alg }) => alg ?? []);
      const needed = new Set([...clients.flatMap(servedAlgs), ...answers]);
      return [...needed].filter((alg) => !active.has(alg)).map((alg) => ({ object: key(alg), detail: null }));
    },
  },
  key_overdue: {
    severity: 'warning',
    href: '/admin/keys',
    find: ({ keys, now }) =>
      keys
        .filter(
          ({ phase, activatesAt }) => phase === 'active' && now.getTime() - activatesAt.getTime() > keyDays * dayMs,
        )
        .map(({ kid, alg, activatesAt }) => ({
          object: key(kid),
          detail: `${alg}, ${activatesAt.toISOString().slice(0, 10)}`,
        })),
  },
  mail_missing: {
    severity: 'warning',
    href: '/admin/settings',
    find: ({ settings }) => here(mailTransport(settings) === 'none', 'SMTP_URL'),
  },
  // Features that are enabled but cannot be used.
  mail_methods_off: {
    severity: 'warning',
    href: '/admin/settings',
    find: ({ settings, portal, tenants }) => {
      if (mailTransport(settings) !== 'none') return [];
      return [
        ...here(portal.recovery === 'email', 'recovery'),
        ...here(portal.emailCode === 'on', 'email_code'),
        ...here(portal.emailSecondFactor === 'on', 'email_second_factor'),
        ...[...tenants.values()]
          .filter(({ emailCode }) => emailCode === 'on')
          .map(({ name, displayName }) => ({
            object: { kind: 'tenant', id: name, name: displayName } as const,
            detail: 'email_code',
            href: tenantPath(name),
          })),
      ];
    },
  },
  // An IP address is not a valid RP ID (Web Authentication §5.1.2).
  passkeys_address_host: {
    severity: 'warning',
    href: '/admin/settings',
    find: ({ settings, portal }) =>
      here(portal.passkeys === 'on' && isAddressHost(settings.issuerHost), 'SIGNET_ISSUER'),
  },
  owner_without_second_factor: {
    severity: 'warning',
    href: '/admin/users',
    find: ({ people }) => people.bareOwners.map((person) => ({ ...userPlace(person), detail: null })),
  },
  username_is_foreign_address: {
    severity: 'warning',
    href: '/admin/users',
    find: ({ people }) => people.foreignNames.map((person) => ({ ...userPlace(person), detail: null })),
  },
  second_factor_missing: {
    severity: 'advice',
    href: '/admin/users',
    find: (checked) =>
      counted(
        'second_factor',
        checked.people.withoutFactor,
        checked,
        ({ secondFactor }) => secondFactor === 'required',
      ),
  },
  // These people could sign in with their username, but have no address to sign in with.
  verified_address_missing: {
    severity: 'warning',
    href: '/admin/users',
    find: (checked) => counted('identifiers', checked.people.withoutAddress, checked, isEmailAlone),
  },
  demo_left: {
    severity: 'advice',
    href: '/admin/demo',
    find: ({ demo: { clients, scopes } }) => [
      ...clients.map((id) => ({ object: { kind: 'client', id, name: null } as const, detail: null })),
      ...scopes.map((id) => ({ object: { kind: 'scope', id, name: null } as const, detail: null })),
    ],
  },
  registration_open: {
    severity: 'warning',
    href: '/admin/settings',
    find: ({ portal }) => here(portal.dynamicRegistration === 'open', 'dynamic_registration'),
  },
  // If documents are announced, programs that support them do not fall back to registration.
  documents_of_few: {
    severity: 'warning',
    href: '/admin/settings',
    find: ({ portal: { dynamicRegistration, clientIdMetadataDocuments: documents } }) =>
      here(documents === 'trusted' && dynamicRegistration === 'open', 'client_id_metadata_documents'),
  },
  // RFC 9700 §2.1.2, §2.4.
  legacy_flows_unused: {
    severity: 'advice',
    href: '/admin/settings',
    find: (checked) => here(checked.portal.legacyFlows === 'on' && checked.areLegacyFlowsUnused, 'legacy_flows'),
  },
} as const satisfies Readonly<Record<string, InstallationRule>>;

function here(isFound: boolean, id: string): Place[] {
  return isFound ? [{ object: { kind: 'installation', id, name: null }, detail: null }] : [];
}

type Rules = Pick<Portal | Tenant, 'secondFactor' | 'identifiers'>;

/** Whether a verified address is the only identifier. A tenant without its own rule uses that of the portal. */
export function isEmailAlone({ identifiers }: Pick<Rules, 'identifiers'>): boolean {
  return identifiers !== null && !identifiers.includes('username');
}

/**
 * The portal and the tenants with a rule that affects people, and how many people.
 * @param key the key in the configuration
 */
function counted(
  key: string,
  people: CountedPeople,
  { portal, tenants }: Pick<Checked, 'portal' | 'tenants'>,
  hasRule: (rules: Rules) => boolean,
): Place[] {
  const ofPortal = { object: { kind: 'installation', id: key, name: null } as const, count: people.portal };
  const concerned = [...tenants.values()].filter(hasRule).map(({ name, displayName }) => ({
    object: { kind: 'tenant', id: name, name: displayName } as const,
    count: people.tenants.get(name) ?? 0,
  }));
  return [...(hasRule(portal) ? [ofPortal] : []), ...concerned]
    .filter(({ count }) => count > 0)
    .map(({ object, count }) => ({ object, detail: peopleOf(count) }));
}

function userPlace({ sub, username }: CheckedPerson): Pick<Place, 'object' | 'href'> {
  return { object: { kind: 'user', id: sub, name: username }, href: userPath(sub) };
}

function peopleOf(count: number): string {
  return count === 1 ? '1 person' : `${count} people`;
}

function key(id: string): Place['object'] {
  return { kind: 'key', id, name: null };
}
