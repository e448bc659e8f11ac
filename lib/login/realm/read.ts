import type { Context } from '#lib/context';
import { providerOfName } from '#lib/interactions/choose-sign-in';
import { longestList } from '#lib/interactions/usable-providers';
import type { IdentityProvider } from '#lib/providers/provider';
import { brandOf, type ProviderBrand } from '#lib/providers/provider-brand';
import { providerLogo } from '#lib/providers/provider-logo';
import { cookieName, readCookie, writeCookie } from '#lib/sessions/cookies';
import type { Settings } from '#lib/settings/settings';
import { type LogoSources, logoSources } from '#lib/theme/brand';
import type { ColorMode } from '#lib/theme/stylesheet';
import { foldCase } from '#lib/vocabulary/search-key';
import { loadInteraction, type OpenInteraction } from '../load-interaction';
import { openProblem, type ProblemPage } from '../problem-page';
import { type SignInOptions, signInOptions } from '../sign-in/options';
import { type PageInput, type SignInPage, signInPage } from '../sign-in-page';

type RealmProblem = 'missing_domain' | 'unknown_domain';

/** The page where a person chooses how to sign in. */
export type RealmPage = SignInPage &
  WholeList & {
    readonly page: 'realm';
    /** Whether providers are found by a domain. The field `username` then accepts an address or a domain. */
    readonly asksDomain: boolean;
    /** The typed text. */
    readonly username: string;
    readonly localLogin: boolean;
    readonly problem: RealmProblem | null;
  };

const problems: readonly RealmProblem[] = ['missing_domain', 'unknown_domain'];

type RealmPageInput = PageInput & {
  /** The search text for a long list. */
  readonly search?: string | null;
};

/** The page /realm. It never redirects automatically, because the person came to choose. */
export async function readRealmPage(
  context: Context,
  { interaction: handle, cookieHeader, search = null }: RealmPageInput,
): Promise<RealmPage | ProblemPage> {
  const open = await loadInteraction(handle, cookieHeader, context);
  if (open.page === 'problem') return open;
  const { problem, username } = open.interaction;
  const options = signInOptions(open, null, context);
  const { providers, localLogin } = options;
  if (!localLogin && providers.length === 0) return openProblem(open, [400, 'no_way_to_sign_in'], context);
  return {
    page: 'realm',
    ...signInPage(open, cookieHeader, context),
    ...wholeList({ options, open, cookieHeader, search }, context),
    asksDomain: providers.some(({ button, domains }) => button !== 'hidden' && domains.length > 0),
    username: username ?? '',
    localLogin,
    problem: problems.find((known) => known === problem) ?? null,
  };
}

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
type WholeList = {
  /** In a long list, the provider of the person's own organization, if it is known. Otherwise empty. */
  readonly own: readonly ProviderView[];
  readonly providers: readonly ProviderView[];
  /** The search text of a long list. Empty without a search. Null for a short list. */
  readonly search: string | null;
};

type Asked = {
  readonly options: SignInOptions;
  readonly open: Pick<OpenInteraction, 'interaction' | 'loginHint' | 'required' | 'frame'>;
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
  if (asked.options.providers.length === 0) return { providers: [], hasMore: false };
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
  // It only decides the order and a badge on the page.
  const last = readCookie(cookieHeader, cookieName(lastProviderCookie, settings));
  const faces: readonly ProviderView[] = options.providers
    .filter(({ button }) => button === 'show')
    .map((provider) => toProviderView(provider, last, open.frame.brand.mode));
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

const lastProviderCookie = 'signet-provider';

/** Half a year, in seconds. */
const lifetimeSeconds = 15_552_000;

/** @param provider a configured name: letters, digits, dot, dash and underscore */
export function writeLastProvider(provider: string, settings: Pick<Settings, 'secure'>): string {
  return writeCookie(lastProviderCookie, provider, lifetimeSeconds, settings);
}
