import type { Context } from '#lib/context';
import type { Handle } from '#lib/crypto/random';
import { parseParameters } from '#lib/http/form';
import { messageHtml } from '#lib/http/html';
import { seeOther, withCookies } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { wording } from '#lib/i18n/translate';
import { toArea } from '#lib/interactions/area-address';
import type { Waiting } from '#lib/interactions/interaction';
import { createInteraction } from '#lib/interactions/interaction-store';
import { missingFactor } from '#lib/interactions/next-step';
import { usableProviders } from '#lib/interactions/usable-providers';
import { reserveRequest, signInLimit } from '#lib/protocol/limit-requests';
import { portalSignIn } from '#lib/protocol/required-sign-in';
import type { IdentityProvider } from '#lib/providers/provider';
import { bindBrowser } from '#lib/sessions/browser-binding';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { wholeFrame } from '#lib/theme/brand';
import { readSessions } from '../current-session';
import { problemPage } from '../problem-page';
import { respondProblem } from '../respond';

/** In characters. No page seals a longer answer. */
const maximumTyped = 8000;

/**
 * GET of an area's sign-in address: redirects to the login page, and from there to the requested page. A signed-in
 * person goes there directly, unless they must authenticate again (`again`), need a second factor if they have one
 * (`factors`), or want to choose an account (`choose`). A person who authenticates again and signed in at a provider is
 * sent directly to it. The page sealed the `answer`, and gets it back.
 */
export async function handlePortalStart(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const { settings } = context;
  const values = parseParameters(request.query)?.values;
  const area = toArea(values?.get('to'), request.path);
  const asks = (name: string) => values?.get(name) === '1';
  const { current } = await readSessions(request.headers.cookie, context);
  const [again, changesFactors] = [asks('again'), asks('factors')];
  const required = portalSignIn({ area, again, changesFactors }, context);
  const isEnough = current !== null && !again && missingFactor(required, current, context.now) === null;
  if (isEnough && !asks('choose')) return seeOther(`${settings.issuer}${area}`);
  const wait = current === null ? await reserveRequest(signInLimit, request.clientAddress, context) : null;
  if (wait !== null) return respondProblem(problemPage(429, 'too_many_requests', context), wait);
  const waiting = { area, again, changesFactors, typed: values?.get('answer')?.slice(0, maximumTyped) ?? null };
  const { cookie } = request.headers;
  if (asks('choose')) return beginPortalSignIn(waiting, cookie, context, '&account=choose');
  const provider = current !== null && again ? confirmingProvider(current, context) : null;
  if (provider === null) return beginPortalSignIn(waiting, cookie, context);
  const { handle, setCookie } = await begin(waiting, cookie, context);
  return withCookies(toProviderPage(provider, handle, context), setCookie);
}

type PortalWaiting = Omit<Extract<Waiting, { kind: 'portal' }>, 'kind'>;

/** Redirects to the login page, and from there to the portal. @param query more parameters for the login page */
export async function beginPortalSignIn(
  waiting: PortalWaiting,
  cookieHeader: string | undefined,
  context: Context,
  query = '',
): Promise<HttpResponse> {
  const { handle, setCookie } = await begin(waiting, cookieHeader, context);
  const login = seeOther(`${context.settings.issuer}/login?interaction=${handle}${query}`);
  return withCookies(login, setCookie);
}

async function begin(waiting: PortalWaiting, cookieHeader: string | undefined, { db, settings, now }: Context) {
  const binding = bindBrowser(cookieHeader, settings);
  const handle = await createInteraction(db, { kind: 'portal', ...waiting }, binding.hash, now);
  return { handle, setCookie: binding.setCookie };
}

/**
 * Continues automatically, but as a page and not as a redirect. People come from a form whose policy only permits this
 * server, and Chromium applies the policy to every redirect after the POST.
 */
function toProviderPage(
  { name, displayName: provider }: IdentityProvider,
  handle: Handle,
  { snapshot }: Context,
): HttpResponse {
  const href = `/federation/${name}/start?interaction=${handle}`;
  const title = wording('login.provider', { provider });
  const text = wording('login.reauthenticate.text_portal');
  const frame = wholeFrame(snapshot.brand);
  const page = messageHtml({ page: 'to-provider', title, text, link: { text: title, href }, frame });
  return { ...page, headers: { ...page.headers, refresh: `0; url=${href}` } };
}

/** The provider where the person of a session signs in again. Null if they signed in here, or if it may not be used. */
export function confirmingProvider(
  { idp }: Pick<SessionWithUser, 'idp'>,
  context: Pick<Context, 'snapshot' | 'settings'>,
): IdentityProvider | null {
  const required = portalSignIn({ area: '/admin', again: true, changesFactors: false }, context);
  return usableProviders(required, context.snapshot).find(({ name }) => name === idp) ?? null;
}
