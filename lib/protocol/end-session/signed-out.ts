import { z } from 'zod';
import { recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { Context } from '#lib/context';
import { open, rowAad, sealingKey } from '#lib/crypto/seal';
import { transaction } from '#lib/db/transaction';
import { seeOther, withCookies } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import { wakeJob } from '#lib/jobs/start-jobs';
import { bindBrowser } from '#lib/sessions/browser-binding';
import { clearBrowserCookie } from '#lib/sessions/browser-cookie';
import type { BrowserState, Session } from '#lib/sessions/browser-state';
import { signOut } from '#lib/sessions/sign-out';
import { writeStateCookie } from '#lib/sessions/state-cookie';
import { findUpstreamSignOuts, type UpstreamSignOut } from '#lib/sessions/upstream/upstream-session-store';
import { wholeFrame } from '#lib/theme/brand';
import { noticeJob } from '../back-channel/deliver-notices';
import { redirectToClient } from '../redirect-to-client';
import { recheckPostLogout } from './check-request';
import { type EndSessionRequest, endSessionRequest } from './end-session-request';
import { findNotifiedClients } from './notified-clients';
import { sealRecord } from './sealed-record';

const carried = { postLogout: true, clientId: true, uiLocales: true, problem: true, reference: true } as const;

/** The data for the signed-out page. */
export const signedOutRecord = endSessionRequest.pick(carried).extend({
  /** The sessions whose clients are notified in frames. */
  sids: z.array(z.string()),
  /** The names of the providers where the people of the ended sessions signed in and may still be signed in. */
  providers: z.array(z.string()),
  /** Whether the redirect needs no click, because of an ID token or a confirmation. */
  automatic: z.boolean(),
});

export type SignedOutRecord = z.infer<typeof signedOutRecord>;

type SignOut = {
  readonly browser: BrowserState & { readonly browserId: string };
  /** The sessions to end. Null for all of the browser. */
  readonly sids: readonly string[] | null;
  readonly request: EndSessionRequest;
  readonly cookieHeader: string | undefined;
  readonly clientAddress: string;
};

/** Ends sessions of this browser in every process, and redirects. The clients are notified afterwards. */
export async function signOutBrowser(
  { browser, sids, request, cookieHeader, clientAddress }: SignOut,
  context: Context,
): Promise<HttpResponse> {
  const { db, settings, now } = context;
  const { browserId } = browser;
  const which = sids === null ? { browserId, now } : { browserId, sids, now };
  const ended = await transaction(db, async (tx) => {
    const gone = await signOut(tx, which);
    await recordEvents(tx, browser.sessions.filter(isAmong(gone)).map(toEvent(clientAddress, context)), now);
    return gone;
  });
  wakeJob(noticeJob);
  const remaining = browser.sessions.map(({ sid }) => sid).filter((sid) => sids !== null && !sids.includes(sid));
  const cookies = [writeStateCookie(remaining, settings)];
  if (remaining.length === 0) cookies.push(clearBrowserCookie(settings));
  const sessions = browser.sessions.filter(isAmong(ended));
  const record = { ...request, sids: ended.map(({ sid }) => sid), providers: [], automatic: true };
  const upstream = await redirectToProvider(record, sessions, cookieHeader, context);
  const here = { ...record, providers: externalProviders(sessions, context) };
  return withCookies(upstream ?? (await continueSignOut(here, cookieHeader, context)), cookies);
}

/** The providers where these people signed in, in the order of their sessions. */
function externalProviders(sessions: BrowserState['sessions'], { snapshot }: Context): string[] {
  return [...new Set(sessions.map(({ idp }) => idp))].filter((idp) => snapshot.providers.get(idp)?.enabled);
}

function isAmong(ended: readonly { readonly sid: string }[]) {
  const sids = new Set(ended.map(({ sid }) => sid));
  return ({ sid }: { readonly sid: string }) => sids.has(sid);
}

function toEvent(address: string, { requestId }: Context) {
  return ({ user, sid }: BrowserState['sessions'][number]) =>
    personEvent({ type: 'sign_out.completed', person: user, client: null, address, requestId, details: { sid } });
}

/** Redirects to the provider where the person signed in. The next target is sealed in the state. */
async function redirectToProvider(
  record: SignedOutRecord,
  sessions: BrowserState['sessions'],
  cookieHeader: string | undefined,
  context: Context,
): Promise<HttpResponse | null> {
  const binding = bindBrowser(cookieHeader, context.settings);
  const others = (provider: string) => externalProviders(sessions, context).filter((name) => name !== provider);
  const seal = (provider: string) => sealDone({ ...record, providers: others(provider) }, binding.hash, context);
  const location = await findUpstreamSignOut(sessions, seal, context);
  return location === null ? null : seeOther(location, { 'set-cookie': binding.setCookie });
}

function sealDone(record: SignedOutRecord, browser: string, context: Context): string {
  const { postLogout, clientId, uiLocales, problem, reference, sids, providers, automatic } = record;
  const shown = { postLogout, clientId, uiLocales, problem, reference, sids, providers, automatic };
  return sealRecord(shown, { purpose: 'done', browser }, context);
}

/**
 * The target after a sign-out. If nothing has to be loaded first, it is the client. Otherwise it is the page that loads
 * it, shows the link back or explains the problem of the request.
 */
export async function continueSignOut(
  carriedRecord: SignedOutRecord,
  cookieHeader: string | undefined,
  context: Context,
): Promise<HttpResponse> {
  const { issuer } = context.settings;
  const { asked: record, back } = recheckPostLogout(carriedRecord, context);
  const notified = await findNotifiedClients(record.sids, askerOf(record), context);
  const mustLoad = notified.some(({ frames }) => frames.length > 0);
  if (!mustLoad && back?.link.isVouched && record.automatic) {
    return redirectToClient({
      client: back.client,
      uri: back.link.uri,
      isAgreed: false,
      frame: wholeFrame(context.snapshot.brand),
    });
  }
  const isSilent = notified.length === 0 && record.providers.length === 0 && record.problem === null;
  if (isSilent && back === null) {
    return seeOther(`${issuer}/logout?done=1${languageQuery(record.uiLocales)}`);
  }
  const binding = bindBrowser(cookieHeader, context.settings);
  const sealed = sealDone(record, binding.hash, context);
  const location = `${issuer}/connect/endsession/callback?id=${sealed}${languageQuery(record.uiLocales)}`;
  return seeOther(location, { 'set-cookie': binding.setCookie });
}

/** The client that asked for a sign-out. It says so itself, or by where the person returns to. */
export function askerOf({ clientId, postLogout }: Pick<SignedOutRecord, 'clientId' | 'postLogout'>): string | null {
  return clientId ?? postLogout?.clientId ?? null;
}

/** Passes the requested language to the next page, which has no session to find it in. */
export function languageQuery(uiLocales: string | null): string {
  return uiLocales === null ? '' : `&${new URLSearchParams({ ui_locales: uiLocales })}`;
}

/** In characters. With a longer ID token, servers would refuse the address. */
const maximumHint = 4000;

const signOutUpstream = z.object({ endpoint: z.string(), idToken: z.string(), clientId: z.string() });

/**
 * The address for signing out at the provider of a session (RP-Initiated Logout §2), for the first session that has
 * one. The data was stored at the sign-in, so no request is made here.
 * @param sessions the ended sessions, the current one first
 * @param state the provider returns it; it is sealed, so that the provider learns nothing from it
 * @returns null if no session has such a provider
 */
export async function findUpstreamSignOut(
  sessions: readonly Pick<Session, 'sid' | 'idp'>[],
  state: (provider: string) => string,
  context: Context,
): Promise<string | null> {
  const { db, snapshot } = context;
  const external = sessions.filter(({ idp }) => snapshot.providers.get(idp)?.enabled);
  if (external.length === 0) return null;
  const kept = await findUpstreamSignOuts(
    db,
    external.map(({ sid }) => sid),
  );
  const found = external.flatMap(({ sid, idp }) => kept.filter((one) => one.sid === sid && one.provider === idp))[0];
  return found === undefined ? null : signOutUrl(found, state(found.provider), context);
}

function signOutUrl({ sid, sealed }: UpstreamSignOut, state: string, { settings }: Context): string {
  const text = open(sealingKey(settings.secret), sealed, rowAad('UpstreamSession', 'sealed', sid)).toString();
  const { endpoint, idToken, clientId } = signOutUpstream.parse(JSON.parse(text));
  const url = new URL(endpoint);
  if (idToken.length <= maximumHint) url.searchParams.set('id_token_hint', idToken);
  url.searchParams.set('client_id', clientId);
  url.searchParams.set('post_logout_redirect_uri', `${settings.issuer}/connect/endsession/callback`);
  url.searchParams.set('state', state);
  return url.href;
}
