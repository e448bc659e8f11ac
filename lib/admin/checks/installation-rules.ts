import { algsOf } from '#lib/apis/api';
import { servedAlgs } from '#lib/clients/served-algs';
import { mailTransport } from '#lib/mail/mail';
import { isAddressHost } from '#lib/settings/issuer';
import type { Portal, Tenant } from '#lib/tenants/schema';
import { dayMs } from '#lib/vocabulary/time';
import { tenantPath } from '../entries/entry-path';
import { environmentPath, settingPath } from '../settings/sections';
import { userPath } from '../users/feature';
import { type Checked, type CountedPeople, makeRules, type Place } from './checked';
import type { CheckedPerson } from './people-store';

const { error, warning, advice } = makeRules<(checked: Checked) => readonly Place[]>();

/** The number of days after which a signing key should have been replaced. */
const keyDays = 180;

/** The rules for the installation: keys, environment, portal and tenants, with the page where it can be fixed. */
export const installationRules = {
  issuer_http: error('/admin/settings', ({ settings }) =>
    here(!settings.secure && !settings.localhost, 'SIGNET_ISSUER'),
  ),
  key_missing: error('/admin/keys', ({ clients, scopes, apis, keys }) => {
    const active = new Set<string>(keys.filter(({ phase }) => phase === 'active').map(({ alg }) => alg));
    const answers = [...scopes.values()].flatMap(({ introspectionSignedResponseAlg: alg }) => alg ?? []);
    const needed = new Set([...clients.flatMap(servedAlgs), ...answers, ...[...apis.values()].flatMap(algsOf)]);
    return [...needed].filter((alg) => !active.has(alg)).map((alg) => ({ object: key(alg), detail: null }));
  }),
  key_overdue: warning('/admin/keys', ({ keys, now }) =>
    keys
      .filter(({ phase, activatesAt }) => phase === 'active' && now.getTime() - activatesAt.getTime() > keyDays * dayMs)
      .map(({ kid, alg, activatesAt }) => ({
        object: key(kid),
        detail: `${alg}, ${activatesAt.toISOString().slice(0, 10)}`,
      })),
  ),
  mail_missing: warning('/admin/settings', ({ settings }) => here(mailTransport(settings) === 'none', 'SMTP_URL')),
  // Features that are enabled but cannot be used.
  mail_methods_off: warning('/admin/settings', ({ settings, portal, tenants }) => {
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
  }),
  // An IP address is not a valid RP ID (Web Authentication §5.1.2).
  passkeys_address_host: warning('/admin/settings', ({ settings, portal }) =>
    here(portal.passkeys === 'on' && isAddressHost(settings.issuerHost), 'SIGNET_ISSUER'),
  ),
  owner_without_second_factor: warning('/admin/users', ({ people }) =>
    people.bareOwners.map((person) => ({ ...userPlace(person), detail: null })),
  ),
  username_is_foreign_address: warning('/admin/users', ({ people }) =>
    people.foreignNames.map((person) => ({ ...userPlace(person), detail: null })),
  ),
  second_factor_missing: advice('/admin/users', (checked) =>
    counted('second_factor', checked.people.withoutFactor, checked, ({ secondFactor }) => secondFactor === 'required'),
  ),
  // These people could sign in with their username, but have no address to sign in with.
  verified_address_missing: warning('/admin/users', (checked) =>
    counted('identifiers', checked.people.withoutAddress, checked, isEmailAlone),
  ),
  demo_left: advice('/admin/demo', ({ demo: { clients, scopes } }) => [
    ...clients.map((id) => ({ object: { kind: 'client', id, name: null } as const, detail: null })),
    ...scopes.map((id) => ({ object: { kind: 'scope', id, name: null } as const, detail: null })),
  ]),
  registration_open: warning('/admin/settings', ({ portal }) =>
    here(portal.dynamicRegistration === 'open', 'dynamic_registration'),
  ),
  // If documents are announced, programs that support them do not fall back to registration.
  documents_of_few: warning(
    '/admin/settings',
    ({ portal: { dynamicRegistration, clientIdMetadataDocuments: documents } }) =>
      here(documents === 'trusted' && dynamicRegistration === 'open', 'client_id_metadata_documents'),
  ),
  // RFC 9700 §2.1.2, §2.4.
  legacy_flows_unused: advice('/admin/settings', (checked) =>
    here(checked.portal.legacyFlows === 'on' && checked.areLegacyFlowsUnused, 'legacy_flows'),
  ),
} as const;

/** @param id a setting of the portal, or a variable of the environment */
function here(isFound: boolean, id: string): Place[] {
  const href = id in linesToSet ? environmentPath : settingPath(id);
  return isFound ? [{ object: { kind: 'installation', id, name: null }, detail: null, href }] : [];
}

/** The line that repairs what the administration cannot change, by the variable of the environment. */
export const linesToSet: Readonly<Record<string, string>> = {
  SIGNET_ISSUER: 'SIGNET_ISSUER=https://id.example.com',
  SMTP_URL: 'SMTP_URL=smtps://user:password@smtp.example.com',
};

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
