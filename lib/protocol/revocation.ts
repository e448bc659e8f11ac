import type { Context } from '#lib/context';
import { hashHandle } from '#lib/crypto/hash';
import { maximumHandle } from '#lib/crypto/random';
import { noStore } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { verifyOwnJwt } from '#lib/keys/verify-own-jwt';
import { revokeAccessToken, revokeJwt, revokeRefreshToken } from '#lib/tokens/revocation-store';
import { authenticateClient } from './client-authentication';
import { endpoint, type ReportDraft } from './endpoint';
import { invalidRequest } from './oauth-error';
import { isForm, parseForm, refuseRepeated, unsupportedMediaType } from './read-form';

/**
 * The revocation endpoint (RFC 7009): a client revokes one of its own tokens. A refresh token ends its grant with
 * everything that was issued from it. An access token ends only itself. The response is always 200 (§2.2). It reveals
 * nothing about tokens of other clients, and a second attempt is not an error.
 */
export const handleRevocation = endpoint(revoke);

async function revoke(request: HttpRequest, context: Context, report: ReportDraft): Promise<HttpResponse> {
  if (!isForm(request)) return unsupportedMediaType(context);
  const parameters = parseForm(request);
  const client = await authenticateClient(request, parameters, context);
  report.clientId = client.clientId;
  refuseRepeated(parameters);
  // §2.1: the search covers all kinds of tokens, so token_type_hint is not read.
  const value = parameters.values.get('token');
  if (value === undefined) throw invalidRequest('token_missing');
  await (value.includes('.') ? endJwt : endHandle)(value, client.clientId, context);
  return { status: 200, headers: noStore, body: '' };
}

async function endHandle(value: string, clientId: string, { db, now }: Context): Promise<void> {
  if (value.length > maximumHandle) return;
  const token = { hash: hashHandle(value), clientId };
  if (!(await revokeRefreshToken(db, token, now))) await revokeAccessToken(db, token, now);
}

/** An expired token needs no revocation. A verified token has these claims, because we issued it. */
async function endJwt(value: string, clientId: string, { db, snapshot, settings, now }: Context): Promise<void> {
  const claims = verifyOwnJwt(snapshot.keys, value, { kind: 'access_token', issuer: settings.issuer, now });
  if (claims === null || claims.client_id !== clientId) return;
  const { jti, exp } = claims;
  if (typeof jti === 'string' && typeof exp === 'number') await revokeJwt(db, { jti, expiresAt: new Date(exp * 1000) });
}
