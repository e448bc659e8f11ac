import { z } from 'zod';
import { recordEvents } from '#lib/audit/event-store';
import type { Context } from '#lib/context';
import { transaction } from '#lib/db/transaction';
import { json, noStore } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { wakeJob } from '#lib/jobs/start-jobs';
import { noticeJob } from '#lib/protocol/back-channel/deliver-notices';
import { endpoint } from '#lib/protocol/endpoint';
import { invalidRequest, type OAuthError } from '#lib/protocol/oauth-error';
import { readForm } from '#lib/protocol/read-form';
import type { IdentityProvider } from '#lib/providers/provider';
import { signOutFromThere } from '#lib/sessions/upstream/sign-out-from-there';
import { reserveLogoutToken } from '#lib/sessions/upstream/upstream-session-store';
import { readJwt } from '#lib/vocabulary/jwt';
import { providerClient } from './provider-client';
import type { UpstreamEnvironment } from './upstream';
import { translateError } from './upstream-error';
import { identifier } from './upstream-id-token';
import { providerInPath } from './upstreams';
import { type TokenRules, toleranceSeconds, verifyUpstreamToken } from './verify-upstream-token';

/** In characters. */
const maximumLength = 8192;

/**
 * The maximum age of a logout token, in seconds. Its jti is kept for as long. Providers deliver it at once (§2.4
 * advises two minutes).
 */
const maximumAgeSeconds = 600;

const event = 'http://schemas.openid.net/event/backchannel-logout';

/**
 * §2.4 recommends `logout+jwt`. `JWT` names no purpose. Any other type is a token for something else (RFC 8725 §3.11).
 */
const acceptedTypes: readonly unknown[] = [undefined, 'JWT', 'logout+jwt'];

const claimsSchema = z.object({
  iss: z.string(),
  jti: z.string().min(1),
  iat: z.number(),
  exp: z.number(),
  sub: identifier.exactOptional(),
  sid: identifier.exactOptional(),
  events: z.object({ [event]: z.record(z.string(), z.unknown()) }),
});

/**
 * POST /federation/NAME/backchannel-logout: an upstream provider reports that a person signed out there (OpenID Connect
 * Back-Channel Logout §2.5 to §2.8). The sessions that began with that sign-in end, and their applications are
 * notified. A token that ends no session gets the same answer, so the answer does not reveal who is signed in here.
 */
export const handleBackChannelLogout = endpoint(receive);

async function receive(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const provider = findProvider(request, context);
  if (provider === null) return { ...json(404, { error: 'not_found' }), report: { outcome: 'refused' } };
  const token = readForm(request).values.get('logout_token') ?? '';
  if (token === '' || token.length > maximumLength) throw refuse(provider, 'missing, or too long');
  const logout = await verify(token, provider, context);
  await end(logout, provider, request, context);
  return { status: 200, headers: noStore, body: '' };
}

type OidcProvider = IdentityProvider & { readonly issuer: string };

/** The answer is the same for a provider that is unknown, disabled, or of a type without logout tokens. */
function findProvider({ path }: HttpRequest, { snapshot }: Context): OidcProvider | null {
  const provider = snapshot.providers.get(providerInPath(path));
  if (provider === undefined || !provider.enabled || provider.type !== 'oidc') return null;
  const { issuer } = provider;
  return issuer === null ? null : { ...provider, issuer };
}

async function verify(token: string, provider: OidcProvider, { settings, now }: Context): Promise<ReceivedLogout> {
  try {
    const { metadata } = await providerClient(provider, settings, now);
    return await verifyLogoutToken(token, { metadata, ...provider }, { policy: settings, now });
  } catch (cause) {
    // The token is refused in every case, even if the keys could not be fetched (§2.6).
    throw refuse(provider, translateError(cause).message);
  }
}

/** The token is used up only if the sessions end; otherwise the provider may send it again. */
async function end(
  { issuer, jti, expiresAt, who }: ReceivedLogout,
  { name, displayName }: OidcProvider,
  { clientAddress: address }: HttpRequest,
  { db, now, requestId }: Context,
): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await reserveLogoutToken(tx, { provider: name, jti, expiresAt }))) throw refuse({ name }, 'already used');
    const ended = await signOutFromThere(tx, { provider: name, issuer, ...who }, now);
    await recordEvents(
      tx,
      ended.map(({ sid, sub, username }) => ({
        type: 'session.ended',
        outcome: 'success',
        actor: { kind: 'identity_provider', id: name, name: displayName },
        target: { kind: 'user', id: sub, name: username },
        address,
        requestId,
        details: { sid },
      })),
      now,
    );
  });
  wakeJob(noticeJob);
}

/** One answer for all failures; the reason is in the explanation and the log. */
function refuse({ name }: Pick<IdentityProvider, 'name'>, reason: string): OAuthError {
  return invalidRequest('logout_token_unacceptable', { reason: `${name}: ${reason}` });
}

/**
 * The content of a logout token: the person or session, and the end of the time in which it could be presented again.
 */
type ReceivedLogout = {
  /** The issuer of the person: of several tenants that share one, the tenant's. */
  readonly issuer: string;
  readonly jti: string;
  readonly expiresAt: Date;
  readonly who:
    | { readonly subject: string; readonly upstreamSid: string | null }
    | { readonly subject: null; readonly upstreamSid: string };
};

/**
 * Verifies a logout token like an ID token of the provider, and its additional rules (OpenID Connect Back-Channel
 * Logout §2.6): an event, no nonce, a person or a session. The caller checks whether it was used before.
 * @throws the errors of readJwt(), jose and zod, or an error whose cause says why the keys could not be fetched
 */
async function verifyLogoutToken(
  logoutToken: string,
  rules: TokenRules,
  environment: UpstreamEnvironment,
): Promise<ReceivedLogout> {
  readJwt(logoutToken);
  const options = { maxTokenAge: maximumAgeSeconds, requiredClaims: ['exp'] };
  const { payload, protectedHeader } = await verifyUpstreamToken(logoutToken, rules, options, environment);
  if (!acceptedTypes.includes(protectedHeader.typ)) throw new Error('the header names another type');
  if ('nonce' in payload) throw new Error('a logout token must not have a nonce');
  const { iss, jti, iat, exp, sub, sid } = claimsSchema.parse(payload);
  const lastSeconds = Math.min(exp, iat + maximumAgeSeconds) + toleranceSeconds;
  return { issuer: iss, jti, expiresAt: new Date(lastSeconds * 1000), who: whoOf(sub, sid) };
}

function whoOf(sub: string | undefined, sid: string | undefined): ReceivedLogout['who'] {
  if (sub !== undefined) return { subject: sub, upstreamSid: sid ?? null };
  if (sid === undefined) throw new Error('the token names neither a user nor a session');
  return { subject: null, upstreamSid: sid };
}
