import { entryVersion } from '#lib/config/diff';
import { identityProviders } from '#lib/config/sections/identity-providers';
import { backChannelLogoutUri, callbackUri } from '#lib/federation/upstreams';
import { isProviderAllowed } from '#lib/interactions/next-step';
import type { IdentityProvider } from '#lib/providers/provider';
import { brandOf, type ProviderBrand } from '#lib/providers/provider-brand';
import { providerLogo } from '#lib/providers/provider-logo';
import type { ProviderRecord } from '#lib/providers/provider-record';
import { listProviders } from '#lib/providers/provider-store';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { type LogoSources, logoSources } from '#lib/theme/brand';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { withoutSecrets } from '#lib/vocabulary/without-secrets';
import type { AdminContext } from '../admin-context';
import { notFound } from '../admin-error';
import { type ListPage, mapLines, pageOf } from '../list/list-page';
import { holdsText, type NameQuery } from '../list/list-query';
import { type ProviderHealth, readProvidersHealth, untried } from './health';
import { countDependants, countLimit, countPeople } from './provider-facts-store';

export type ProviderLine = {
  readonly name: string;
  readonly displayName: string;
  readonly brand: ProviderBrand | null;
  readonly logo: LogoSources | null;
  readonly type: IdentityProvider['type'];
  readonly enabled: boolean;
  /** False if the stored row is broken. The provider is disabled then. */
  readonly isReadable: boolean;
  readonly domains: readonly string[];
  /** The number of linked accounts. */
  readonly people: number;
  readonly lastSignIn: Date | null;
  readonly health: ProviderHealth;
};

export type ProviderPage = ListPage<ProviderLine> & {
  /** There were more sign-ins in the last 24 hours than are counted. */
  readonly isSample: boolean;
};

/**
 * A page of the providers in the order of their buttons. The providers are in memory; their usage takes three
 * statements.
 */
export async function listProviderLines(admin: AdminContext, { q, ...place }: NameQuery): Promise<ProviderPage> {
  const { db, snapshot } = admin;
  const page = pageOf(findProviders(snapshot, q ?? ''), place, ({ name }) => name);
  const people = new Map((await countPeople(db, page.lines)).map((count) => [count.provider, count]));
  const { providers, isSample } = await readProvidersHealth(admin);
  const shown = mapLines(page, (provider) => {
    const { name, displayName, type, enabled, unreadable, domains } = provider;
    const counted = people.get(name);
    const brand = brandOf(provider);
    const logo = shownLogo(provider);
    const line = { name, displayName, brand, logo, type, enabled, isReadable: unreadable !== true, domains };
    const health = providers.get(name) ?? untried;
    return { ...line, people: counted?.people ?? 0, lastSignIn: counted?.lastSignIn ?? null, health };
  });
  return { ...shown, isSample };
}

/** The providers whose names, issuer or domains contain a text, in the order of their buttons. */
export function findProviders({ providers }: Pick<Snapshot, 'providers'>, text: string): readonly IdentityProvider[] {
  return [...providers.values()].filter(({ name, displayName, domains, issuer }) =>
    holdsText([name, displayName, issuer, ...domains], text),
  );
}

/** A provider for a page or an answer, without its secret. */
export type ProviderDetail = {
  readonly name: string;
  readonly displayName: string;
  readonly brand: ProviderBrand | null;
  readonly logo: LogoSources | null;
  /** The addresses of its logos, for the form. */
  readonly logos: { readonly light: string | null; readonly dark: string | null };
  readonly type: ProviderRecord['type'];
  readonly enabled: boolean;
  /** The version that a form sends back when it saves (see entryVersion()). */
  readonly version: string;
  /** Every setting as in the configuration file. Of the secret, only whether there is one. */
  readonly settings: Wire;
  readonly hasSecret: boolean;
  readonly addresses: ProviderAddresses;
};

/** The addresses to register at the provider. */
export type ProviderAddresses = {
  readonly callback: string;
  readonly postLogout: string;
  readonly backChannelLogout: string;
};

export function providerAddresses(name: string, { settings }: Pick<AdminContext, 'settings'>): ProviderAddresses {
  return {
    callback: callbackUri(name, settings),
    postLogout: `${settings.issuer}/connect/endsession/callback`,
    backChannelLogout: backChannelLogoutUri(name, settings),
  };
}

/** @throws AdminError `not_found` */
export async function readProvider(admin: AdminContext, name: string | null): Promise<ProviderDetail> {
  const record = await getProvider(admin, name);
  const stored = identityProviders.wire(record);
  const { displayName, type, enabled } = record;
  const logo = providerLogo(record);
  return {
    name: record.name,
    displayName,
    brand: brandOf(record),
    logo: shownLogo(record),
    logos: { light: record.logo === null ? null : (logo?.light ?? null), dark: logo?.dark ?? null },
    type,
    enabled,
    version: entryVersion(stored),
    // Pages contain the addresses of the pictures, not the pictures.
    settings: { ...withoutSecrets(stored), logo: null, logo_dark: null },
    hasSecret: record.clientSecretSealed !== null,
    addresses: providerAddresses(record.name, admin),
  };
}

/** The use of a provider; `limit` is where counting the dependants stopped. */
export type ProviderUsage = {
  readonly people: number;
  readonly lastSignIn: Date | null;
  /** Enabled users with no other way to sign in. */
  readonly dependants: number;
  readonly limit: number;
};

export async function readProviderUsage({ db, snapshot }: AdminContext, name: string): Promise<ProviderUsage> {
  const [counted] = await countPeople(db, [{ name }]);
  const others = [...snapshot.providers.values()].filter((other) => other.enabled && other.name !== name);
  const names = others.map((other) => other.name);
  const dependants = counted === undefined ? 0 : await countDependants(db, name, names);
  return { people: counted?.people ?? 0, lastSignIn: counted?.lastSignIn ?? null, dependants, limit: countLimit };
}

/** The summary on every page of a provider: its use, and its health in the last 24 hours. */
export type ProviderFace = ProviderDetail & {
  readonly usage: ProviderUsage;
  readonly day: { readonly health: ProviderHealth; readonly isSample: boolean };
};

/** @throws AdminError `not_found` */
export async function readProviderFace(admin: AdminContext, key: string | null): Promise<ProviderFace> {
  const detail = await readProvider(admin, key);
  const { providers, isSample } = await readProvidersHealth(admin);
  const health = providers.get(detail.name) ?? untried;
  return { ...detail, usage: await readProviderUsage(admin, detail.name), day: { health, isSample } };
}

type AllowedClient = { readonly clientId: string; readonly name: string };

const clientsShown = 50;

/** The enabled clients whose users may sign in there: the first ones by name, and how many there are. */
export function clientsOf(
  name: string,
  { clients, tenants }: Pick<Snapshot, 'clients' | 'tenants'>,
): { readonly shown: readonly AllowedClient[]; readonly total: number; readonly of: number } {
  const enabled = [...clients.values()].filter((client) => client.enabled);
  const allowed = enabled.filter((client) => {
    const tenant = client.tenant === null ? null : (tenants.get(client.tenant) ?? null);
    return isProviderAllowed({ rules: client, tenant }, name);
  });
  const shown = allowed.slice(0, clientsShown);
  return {
    shown: shown.map(({ clientId, clientName }) => ({ clientId, name: clientName ?? clientId })),
    total: allowed.length,
    of: enabled.length,
  };
}

/** The stored provider. @throws AdminError `not_found` */
export async function getProvider({ db }: AdminContext, name: string | null): Promise<ProviderRecord> {
  const found = name === null ? undefined : (await listProviders(db)).find((provider) => provider.name === name);
  if (found === undefined) throw notFound();
  return found;
}

/** A provider's logo in the administration. It follows the color scheme of the device. */
function shownLogo(provider: Parameters<typeof providerLogo>[0]): LogoSources | null {
  const logo = providerLogo(provider);
  return logo && logoSources(logo, 'system');
}
