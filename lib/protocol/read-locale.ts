import type { Context } from '#lib/context';
import { maximumHandle } from '#lib/crypto/random';
import { parseParameters } from '#lib/http/form';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { chooseLocale, findPreferredLocale, type LocalePreferences, matchLocale } from '#lib/i18n/choose-locale';
import { type Locale, locales, pseudoLocales } from '#lib/i18n/locales';
import { type Interaction, interactionLifetimeSeconds } from '#lib/interactions/interaction';
import { findInteraction } from '#lib/interactions/interaction-store';
import { readLanguageCookie } from '#lib/sessions/language-cookie';
import { readBrowser } from '#lib/sessions/read-browser';
import { readDocumentRequest } from './documents/document-request';
import { requestTenant } from './request-tenant';

/** The parts of a request that decide the language of its response. */
export type LanguageSource = Pick<HttpRequest, 'query' | 'body' | 'headers'> & {
  /** The client's preference, for a request that no longer contains it. */
  readonly uiLocales?: string | null;
  /** The interaction that it names, if that was already read. */
  readonly interaction?: Interaction | null;
};

/**
 * Localizes a page that is not from Next. Other responses stay unchanged. The person's profile is read only for problem
 * pages: form_post is visible for just a moment on a busy path, and after a sign-out nobody is signed in.
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
 * The language of a page, by precedence: the person's choice, their profile, the client's request, the browser's cookie
 * and header, the tenant's default (ux §2.1).
 * @param request its query or form may name an interaction, whose request then counts as well
 */
export async function readLocale(request: LanguageSource, context: Context): Promise<Locale> {
  return chooseFor(request, await readProfileLocale(request, context), context);
}

/**
 * The language that a person or the client chose, so that a page after the end of the session can use it.
 * @returns null if nobody chose one; the browser will send its preference again
 */
export async function readAskedLocale(request: LanguageSource, context: Context): Promise<Locale | null> {
  const { chosen, profile, uiLocales } = await readWishes(request, await readProfileLocale(request, context), context);
  return findPreferredLocale({ chosen, profile, uiLocales }, availableLocales(context));
}

async function chooseFor(request: LanguageSource, profile: string | null, context: Context): Promise<Locale> {
  return chooseLocale(await readWishes(request, profile, context), availableLocales(context));
}

async function readWishes(request: LanguageSource, profile: string | null, context: Context) {
  const sent = { ...readFields(request.body), ...readFields(request.query) };
  const interaction = request.interaction ?? (await findLanguage(sent.interaction, context));
  return wishesOf(request, { sent, interaction, profile }, context);
}

/** The query parameter of the language switch at the foot of a page. */
export const languageParameter = 'locale';

/** The language that the switch set in a page's address. Null if there is none, or if it is not available. */
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
  readonly interaction: Interaction | null;
  readonly profile: string | null;
};

/** Longer values are not read. */
const maximumLocales = 100;

function wishesOf(
  { headers, uiLocales = null }: LanguageSource,
  { sent, interaction, profile }: Known,
  { settings, snapshot, now }: Context,
): LocalePreferences {
  const choice = readLanguageCookie(headers.cookie, settings);
  const isOfThis = choice !== null && choice.chosenAt >= begin(interaction, now) && !isNewRequest(sent);
  const asked = askedBy(interaction);
  const client = snapshot.clients.get(asked?.clientId ?? '');
  const acrValues = asked?.acrValues ?? sent.acr_values ?? null;
  const tenant = client === undefined ? null : requestTenant({ client, acrValues }, snapshot);
  // Locales must not cause an error (OpenID Connect Core §3.1.2.1).
  const sentLocales = (sent.ui_locales?.length ?? 0) > maximumLocales ? null : sent.ui_locales;
  return {
    chosen: sent[languageParameter] ?? (isOfThis ? choice.locale : null),
    profile,
    uiLocales: asked?.uiLocales ?? sentLocales ?? uiLocales,
    remembered: choice?.locale ?? null,
    acceptLanguage: headers['accept-language'],
    tenantDefault: tenant?.enabled ? tenant.defaultLocale : null,
    portalDefault: snapshot.portal.defaultLocale,
  };
}

/** The language that the request of an interaction asks for. It still counts when the interaction is over. */
function askedBy(interaction: Interaction | null) {
  switch (interaction?.kind) {
    case 'authorize':
      return interaction.request;
    case 'device':
      return interaction.device;
    case 'document':
      return readDocumentRequest(interaction.query);
    case 'refused_code':
      return { ...interaction, clientId: null };
    default:
      return null;
  }
}

/** A choice never takes precedence over a new request. */
function isNewRequest(sent: Fields): boolean {
  return sent.interaction === undefined && sent.ui_locales !== undefined;
}

/**
 * The time from which a language choice counts for this page. A device's interaction is stored after its code was
 * typed, so its first page was open before that. A page without an interaction, such as the sign-out, may be open for
 * as long as an interaction.
 */
function begin(interaction: Interaction | null, now: Date): Date {
  const isStart = interaction !== null && ['authorize', 'document', 'portal'].includes(interaction.kind);
  const earlierSeconds = isStart ? 0 : interactionLifetimeSeconds;
  return new Date((interaction?.startedAt ?? now).getTime() - earlierSeconds * 1000);
}

function readFields(text: string): Fields {
  return Object.fromEntries(parseParameters(text)?.values ?? []);
}

async function findLanguage(handle: string | undefined, { db }: Context): Promise<Interaction | null> {
  return handle === undefined || handle.length > maximumHandle ? null : findInteraction(db, handle);
}

async function readProfileLocale({ headers }: LanguageSource, context: Context): Promise<string | null> {
  const { db, settings, snapshot, now } = context;
  const { current } = await readBrowser({ db, settings, cookieHeader: headers.cookie, portal: snapshot.portal, now });
  const locale = current?.user.claims.locale;
  return typeof locale === 'string' ? locale : null;
}
