import { providerOfName } from '#lib/interactions/choose-sign-in';
import { longestList } from '#lib/interactions/usable-providers';
import type { Context } from '#lib/protocol/context';
import { foldCase } from '#lib/vocabulary/fold-case';
import { readLastProvider } from './last-provider';
import type { ProviderFace, RealmPage } from './page-models';
import type { OpenSignIn, SignInOptions } from './sign-in-options';

type Asked = {
  readonly options: SignInOptions;
  readonly signIn: OpenSignIn;
  readonly cookieHeader: string | undefined;
};

/**
 * The providers beside the password. Of a long list only those this person is likely to want; the rest is on the page
 * to choose on.
 */
export function shortList(
  asked: Asked,
  context: Context,
): Pick<RealmPage, 'providers'> & { readonly hasMore: boolean } {
  const { own, all } = sortProviders(asked, context);
  const isLong = all.length > longestList;
  const providers = isLong ? all.filter((face) => face.lastUsed || own.includes(face)) : all;
  const hasHidden = asked.options.providers.some(({ button, domains }) => button === 'domain' && domains.length > 0);
  return { providers, hasMore: isLong || hasHidden };
}

/** All of them that may be listed (ux §1.3.7). A long list has the person's own organisation apart, and can be searched. */
export function wholeList(
  asked: Asked & { readonly search: string | null },
  context: Context,
): Pick<RealmPage, 'own' | 'providers' | 'search'> {
  const { own, others, all } = sortProviders(asked, context);
  if (all.length <= longestList) return { own: [], providers: all, search: null };
  const search = (asked.search ?? '').trim().slice(0, longestSearch);
  const wanted = searchable(search);
  const matching = (faces: readonly ProviderFace[]) =>
    faces.filter(({ displayName }) => searchable(displayName).includes(wanted));
  return { own: matching(own), providers: matching(others), search };
}

/**
 * Own is whose domain the person typed or the application hinted at. The one used last comes first (ux §1.3.10), where
 * all stand in one list before the own.
 */
function sortProviders({ options, signIn, cookieHeader }: Asked, { settings }: Context) {
  const { interaction, request } = signIn;
  const ownName = providerOfName(interaction.username ?? request.loginHint ?? '', options.providers)?.name;
  const last = readLastProvider(cookieHeader, settings);
  const faces: readonly ProviderFace[] = options.providers
    .filter(({ button }) => button === 'show')
    .map(({ name, displayName }) => ({ name, displayName, lastUsed: name === last }));
  const own = faces.filter(({ name }) => name === ownName);
  const others = faces.filter(({ name }) => name !== ownName);
  return { own, others: lastUsedFirst(others), all: lastUsedFirst([...own, ...others]) };
}

function lastUsedFirst(faces: readonly ProviderFace[]): readonly ProviderFace[] {
  return faces.toSorted((a, b) => Number(b.lastUsed) - Number(a.lastUsed));
}

/** In characters; the field takes no more. */
const longestSearch = 100;

/** Without case and accents, as people type. */
function searchable(text: string): string {
  return foldCase(text.normalize('NFKD').replace(/\p{Mn}/gu, ''));
}
