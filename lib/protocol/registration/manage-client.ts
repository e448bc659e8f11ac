import type { ClientRecord } from '#lib/clients/client-record';
import { deleteClients, findClient, updateClient } from '#lib/clients/store';
import { forgetConsentsOf } from '#lib/consents/store';
import { verifySecret } from '#lib/crypto/client-secret';
import { bumpRevision } from '#lib/db/revision';
import { transaction } from '#lib/db/transaction';
import { parseParameters } from '#lib/http/form';
import { json, noStore } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { ensureKeys } from '#lib/keys/ensure-keys';
import { isAdminScope } from '#lib/scopes/admin-scopes';
import { readBearerToken } from '../bearer-token';
import type { Context } from '../context';
import type { ReportDraft } from '../endpoint';
import {
  insufficientScope,
  invalidClientMetadata,
  invalidRequest,
  invalidToken,
  type OAuthError,
} from '../oauth-error';
import { unsupportedMediaType } from '../read-form';
import { clientInformation } from './client-information';
import { describeClient } from './describe-client';
import { isJson, type Members, readMembers, readMetadata } from './read-metadata';
import { recordRegistration } from './record-registration';
import { takeIntoUse } from './take-into-use';

/** A client that proved its registration access token. */
type Managed = { readonly record: ClientRecord; readonly createdAt: Date; readonly token: string };

/**
 * The client configuration endpoint (RFC 7592 §2): a client reads, replaces or deletes its own registration.
 * @throws invalid_token, the same for an unknown client and a wrong token; insufficient_scope for a client that an operator
 * has disabled (RFC 7592 §2), or that may administer and wants to change
 */
export async function manageClient(request: HttpRequest, context: Context, report: ReportDraft): Promise<HttpResponse> {
  const managed = await authenticate(request, context);
  report.clientId = managed.record.clientId;
  if (!managed.record.enabled) throw insufficientScope('registration_disabled');
  switch (request.method) {
    case 'PUT':
      return replaceClient(request, managed, context);
    case 'DELETE':
      return deleteClient(request, managed, context);
    default:
      return json(200, clientInformation({ ...managed, secret: null }, context.settings.issuer));
  }
}

async function authenticate(request: HttpRequest, { db }: Context): Promise<Managed> {
  const parameters = parseParameters(request.query);
  const clientId = parameters?.values.get('client_id');
  if (clientId === undefined || parameters?.repeated.has('client_id')) {
    throw invalidRequest('registered_client_id_missing');
  }
  const token = readBearerToken(request);
  if (token === null) throw invalidToken('registration_token_invalid');
  const found = await findClient(db, clientId);
  const isProved = verifySecret(found?.record.registrationTokenHash ?? null, token);
  if (found === null || !isProved) throw invalidToken('registration_token_invalid');
  return { ...found, token };
}

/** RFC 7592 §2.2: what is not in the body goes back to its default. Nothing is rotated. */
async function replaceClient(request: HttpRequest, managed: Managed, context: Context): Promise<HttpResponse> {
  if (!isJson(request)) return unsupportedMediaType(context, 'body_not_json');
  const members = readMembers(request.body);
  checkIdentity(members, managed.record);
  const metadata = readMetadata(members, context.settings);
  const { db, settings, snapshot, now } = context;
  await ensureKeys(db, settings.secret, [metadata.idTokenSignedResponseAlg], now);
  const { clientId } = managed.record;
  const described = await transaction(db, async (tx) => {
    const revision = await bumpRevision(tx);
    const current = await findClient(tx, clientId);
    if (current === null) throw invalidToken('registration_token_invalid');
    // Whoever could give it a redirect URI could act as it, so that is for owners (security #161).
    if (current.record.scope.some(isAdminScope)) throw insufficientScope('registration_administers');
    const result = describeClient(metadata, { client: current.record, isVouched: false }, snapshot);
    await updateClient(tx, result.record, now);
    // What people said was about an application that called itself something else, or lived elsewhere.
    await forgetConsentsOf(tx, clientId);
    const former = current.record;
    await recordRegistration(tx, {
      type: 'client.updated',
      record: result.record,
      former,
      revision,
      request,
      context,
    });
    return result;
  });
  await takeIntoUse(context);
  return json(200, clientInformation({ ...managed, ...described }, settings.issuer));
}

/** The body says whose it is, and may repeat the secret but never choose one (RFC 7592 §2.2). */
function checkIdentity({ client_id: clientId, client_secret: secret }: Members, record: ClientRecord): void {
  if (clientId !== record.clientId) throw differs('client_id: expected the id of this client');
  if (secret === undefined) return;
  const isOurs = typeof secret === 'string' && record.secrets.some(({ hash }) => verifySecret(hash, secret));
  if (!isOurs) throw differs('client_secret: expected the secret that was issued');
}

function differs(name: string): OAuthError {
  return invalidClientMetadata('registered_identity_differs', { name });
}

/** RFC 7592 §2.3: everything that was granted to the client ends with it. */
async function deleteClient(request: HttpRequest, { record }: Managed, context: Context): Promise<HttpResponse> {
  await transaction(context.db, async (tx) => {
    const revision = await bumpRevision(tx);
    await deleteClients(tx, [record.clientId]);
    await recordRegistration(tx, { type: 'client.deleted', record, former: record, revision, request, context });
  });
  await takeIntoUse(context);
  return { status: 204, headers: noStore, body: '' };
}
