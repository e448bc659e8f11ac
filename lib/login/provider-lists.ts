import type { Context } from '#lib/context';
import { providerOfName } from '#lib/interactions/choose-sign-in';
import { longestList } from '#lib/interactions/usable-providers';
import type { IdentityProvider } from '#lib/providers/provider';
import { brandOf, type ProviderBrand } from '#lib/providers/provider-brand';
import { providerLogo } from '#lib/providers/provider-logo';
import { type LogoSources, logoSources } from '#lib/theme/brand';
import type { ColorMode } from '#lib/theme/stylesheet';
import { foldCase } from '#lib/vocabulary/fold-case';
import { readLastProvider } from './last-provider';
import type { OpenInteraction } from './load-interaction';
import type { SignInOptions } from './sign-in-options';

/** A provider as a button. */
export type ProviderView = {
  readonly name: string;
  readonly displayName: string;
  readonly brand: ProviderBrand | null;
  /** Its own picture, which takes precedence over the mark of a service. */
  readonly logo: LogoSources | null;
  /** Whether this browser last signed in with it. */
  readonly lastUsed: boolean;
};

/** The providers on the page /realm. */
export type WholeList = {
  /** In a long list, the provider of the person's own organization, if it is known. Otherwise empty. */
  readonly own: readonly ProviderView[];
  readonly providers: readonly ProviderView[];
  /** The search text of a long list. Empty without a search. Null for a short list. */
  readonly search: string | null;
};

type Asked = {
  readonly options: SignInOptions;
  readonly open: Pick<OpenInteraction, 'interaction' | 'loginHint' | 'required'>;
  readonly cookieHeader: string | undefined;
};

/**
 * The providers next to the password. Of a long list, only those that this person is likely to want. The others are on
 * the page /realm.
 */
export function shortList(
  asked: Asked,
  context: Context,
): { readonly providers: readonly ProviderView[]; readonly hasMore: boolean } {
  const { own, all } = sortProviders(asked, context);
  const isLong = all.length > longestList;
  const providers = isLong ? all.filter((face) => face.lastUsed || own.includes(face)) : all;
  const hasHidden = asked.options.providers.some(({ button, domains }) => button === 'domain' && domains.length > 0);
  return { providers, hasMore: isLong || hasHidden };
}

/** All providers that may be listed (ux §1.3.7). A long list separates the own organization, and can be searched. */
export function wholeList(asked: Asked & { readonly search: string | null }, context: Context): WholeList {
  const { own, others, all } = sortProviders(asked, context);
  if (all.length <= longestList) return { own: [], providers: all, search: null };
  const search = (asked.search ?? '').trim().slice(0, longestSearch);
  const wanted = searchable(search);
  const matching = (faces: readonly ProviderView[]) =>
    faces.filter(({ displayName }) => searchable(displayName).includes(wanted));
  return { own: matching(own), providers: matching(others), search };
}

/**
 * The person's own organization is that of the typed domain or of the client's hint. The provider used last comes first
 * (ux §1.3.10), even before the own one if all are in one list.
 */
function sortProviders({ options, open, cookieHeader }: Asked, { settings }: Context) {
  const ownName = providerOfName(open.interaction.username ?? open.loginHint ?? '', options.providers)?.name;
  const last = readLastProvider(cookieHeader, settings);
  const faces: readonly ProviderView[] = options.providers
    .filter(({ button }) => button === 'show')
    .map((provider) => toProviderView(provider, last, open.required.tenant?.theme.mode ?? 'system'));
  const own = faces.filter(({ name }) => name === ownName);
  const others = faces.filter(({ name }) => name !== ownName);
  return { own, others: lastUsedFirst(others), all: lastUsedFirst([...own, ...others]) };
}

/**
 * @param last the name of the provider that this browser last signed in with
 * @param mode of the page
 */
export function toProviderView(provider: IdentityProvider, last: string | null, mode: ColorMode): ProviderView {
  const { name, displayName } = provider;
  const logo = providerLogo(provider);
  const picture = logo && logoSources(logo, mode);
  return { name, displayName, brand: brandOf(provider), logo: picture, lastUsed: name === last };
}

function lastUsedFirst(faces: readonly ProviderView[]): readonly ProviderView[] {
  return faces.toSorted((a, b) => Number(b.lastUsed) - Number(a.lastUsed));
}

/** In characters. The field accepts no more. */
const longestSearch = 100;

/** Removes case and accents, because people type without them. */
function searchable(text: string): string {
  return foldCase(text.normalize('NFKD').replace(/\p{Mn}/gu, ''));
}
