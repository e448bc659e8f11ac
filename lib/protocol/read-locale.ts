import { parseParameters } from '#lib/http/form';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { chooseLocale, findWishedLocale, type LanguageWishes } from '#lib/i18n/choose-locale';
import { type Locale, locales, pseudoLocales } from '#lib/i18n/locales';
import { matchLocale } from '#lib/i18n/match-locale';
import { findInteractionLanguage, type InteractionLanguage } from '#lib/interactions/language/store';
import { interactionLifetimeSeconds } from '#lib/interactions/store';
import { readLanguageCookie } from '#lib/sessions/language-cookie';
import { readBrowser } from '#lib/sessions/read-browser';
import type { Context } from './context';
import { requestTenant } from './request-tenant';

/** What a request tells about the language its answer should be in. */
export type LanguageSource = Pick<HttpRequest, 'query' | 'body' | 'headers'> & {
  /** What the client asked for when the request itself no longer carries it. */
  readonly uiLocales?: string | null;
};

/**
 * Puts a page that was made outside Next into the person's language; other answers stay as they are. The profile counts
 * on problem pages alone: form_post is seen for a blink on a busy path, and after a sign-out nobody is signed in.
 */
export async function localize(
  response: HttpResponse,
  request: LanguageSource,
  context: Context,
): Promise<HttpResponse> {
  const { bodyIn, status } = response;
  if (bodyIn === undefined) return response;
  const profile = status < 400 ? null : await readProfileLocale(request, context);
  return { ...response, body: bodyIn(await chooseFor(request, profile, context)) };
}

/**
 * The language of a page for a person: what they chose, what their profile says, what the application asked for, what
 * their browser remembers or sends, what the tenant speaks (ux §2.1).
 * @param request its query or form may name an interaction, whose request then counts as well
 */
export async function readLocale(request: LanguageSource, context: Context): Promise<Locale> {
  return chooseFor(request, await readProfileLocale(request, context), context);
}

/**
 * The language that a person or the client asked for, to be kept for a page that comes after the session has ended.
 * @returns null when nobody asked for one; the browser will tell again
 */
export async function readAskedLocale(request: LanguageSource, context: Context): Promise<Locale | null> {
  const { chosen, profile, uiLocales } = await readWishes(request, await readProfileLocale(request, context), context);
  return findWishedLocale({ chosen, profile, uiLocales }, availableLocales(context));
}

async function chooseFor(request: LanguageSource, profile: string | null, context: Context): Promise<Locale> {
  return chooseLocale(await readWishes(request, profile, context), availableLocales(context));
}

async function readWishes(request: LanguageSource, profile: string | null, context: Context) {
  const sent = { ...readFields(request.body), ...readFields(request.query) };
  const interaction = await findLanguage(sent.interaction, context);
  return wishesOf(request, { sent, interaction, profile }, context);
}

/** Query parameter of the switch in the foot of a page. */
export const languageParameter = 'locale';

/** The language that a page's address asks for by the switch; null without one that there is. */
export function chosenLocale(query: string, context: Pick<Context, 'settings'>): Locale | null {
  const tag = readFields(query)[languageParameter];
  return tag === undefined ? null : matchLocale([tag], availableLocales(context));
}

/** The pseudo-locales are for development. */
function availableLocales({ settings }: Pick<Context, 'settings'>): readonly Locale[] {
  return settings.localhost ? [...locales, ...pseudoLocales] : locales;
}

type Fields = Readonly<Record<string, string | undefined>>;

type Known = {
  readonly sent: Fields;
  readonly interaction: InteractionLanguage | null;
  readonly profile: string | null;
};

function wishesOf(
  { headers, uiLocales = null }: LanguageSource,
  { sent, interaction, profile }: Known,
  { settings, snapshot, now }: Context,
): LanguageWishes {
  const choice = readLanguageCookie(headers.cookie, settings);
  const isOfThis = choice !== null && choice.chosenAt >= begin(interaction, now) && !isNewRequest(sent);
  const client = snapshot.clients.get(interaction?.clientId ?? '');
  const acrValues = interaction?.acrValues ?? sent.acr_values ?? null;
  const tenant = client === undefined ? null : requestTenant({ client, acrValues }, snapshot);
  return {
    chosen: sent[languageParameter] ?? (isOfThis ? choice.locale : null),
    profile,
    uiLocales: interaction?.uiLocales ?? sent.ui_locales ?? uiLocales,
    remembered: choice?.locale ?? null,
    acceptLanguage: headers['accept-language'],
    tenantDefault: tenant?.enabled ? tenant.defaultLocale : null,
  };
}

/** A choice never beats what a new request asks for. */
function isNewRequest(sent: Fields): boolean {
  return sent.interaction === undefined && sent.ui_locales !== undefined;
}

/**
 * Since when a choice is one of this page. A device's interaction is stored once its code was typed, and the page for
 * that was open before; a page without interaction, such as the sign-out, is taken to be open as long as one can be.
 */
function begin(interaction: InteractionLanguage | null, now: Date): Date {
  const isStart = interaction !== null && interaction.kind !== 'device';
  const earlierSeconds = isStart ? 0 : interactionLifetimeSeconds;
  return new Date((interaction?.startedAt ?? now).getTime() - earlierSeconds * 1000);
}

function readFields(text: string): Fields {
  return Object.fromEntries(parseParameters(text)?.values ?? []);
}

/** Longer than any handle of ours. */
const maximumHandle = 100;

async function findLanguage(handle: string | undefined, { db }: Context): Promise<InteractionLanguage | null> {
  return handle === undefined || handle.length > maximumHandle ? null : findInteractionLanguage(db, handle);
}

async function readProfileLocale({ headers }: LanguageSource, context: Context): Promise<string | null> {
  const { db, settings, snapshot, now } = context;
  const { current } = await readBrowser({ db, settings, cookieHeader: headers.cookie, portal: snapshot.portal, now });
  const locale = current?.user.claims.locale;
  return typeof locale === 'string' ? locale : null;
}
