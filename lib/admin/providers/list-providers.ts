import type { IdentityProvider } from '#lib/providers/provider';
import { brandOf, type ProviderBrand } from '#lib/providers/provider-brand';
import type { Snapshot } from '#lib/snapshot/snapshot';
import type { LogoSources } from '#lib/theme/brand';
import type { AdminContext } from '../admin-context';
import { type ListPage, mapLines, pageOf } from '../list/list-page';
import { holdsText, type NameQuery } from '../list/list-query';
import { countPeople } from './provider-facts-store';
import { type ProviderHealth, readProvidersHealth, untried } from './read-health';
import { shownLogo } from './shown-logo';

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
