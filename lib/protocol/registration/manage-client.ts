import { isDeepStrictEqual } from 'node:util';
import { stateAfter } from '#lib/clients/agents/self-description';
import { blocksOf, trustOf } from '#lib/clients/agents/trust';
import type { ClientRecord } from '#lib/clients/client-record';
import { clientTable, findClient } from '#lib/clients/client-store';
import { deleteClients } from '#lib/clients/delete-clients';
import { servedAlgs } from '#lib/clients/served-algs';
import type { Context } from '#lib/context';
import { verifySecret } from '#lib/crypto/client-secret';
import type { Database, Transaction } from '#lib/db/database';
import { bumpRevision } from '#lib/db/revision';
import { forgetConsentsOf } from '#lib/db/revoke-grants';
import { transaction } from '#lib/db/transaction';
import { parseParameters } from '#lib/http/form';
import { json, noStore } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { ensureKeys } from '#lib/keys/ensure-keys';
import { isAdminScope } from '#lib/scopes/admin-scopes';
import { takeIntoUse } from '#lib/snapshot/current';
import { readBearerToken } from '../bearer-token';
import { fetchChangedLogos } from '../client-logos/refresh-logos';
import type { ReportDraft } from '../endpoint';
import { limitRequests } from '../limit-requests';
import {
  insufficientScope,
  invalidClientMetadata,
  invalidRequest,
  invalidToken,
  type OAuthError,
} from '../oauth-error';
import { unsupportedMediaType } from '../read-form';
import { checkKeptSubjects, checkSectorDocument } from './check-sector';
import { clientInformation, describeClient } from './describe-client';
import { isJson, type Members, readMembers, readMetadata } from './read-metadata';
import { recordRegistration } from './record-registration';
import { registrationLimit } from './register-client';
import { substitute } from './substitute';

/** A client whose registration access token was verified. */
type Managed = { readonly record: ClientRecord; readonly createdAt: Date; readonly token: string };

/**
 * The client configuration endpoint (RFC 7592 §2): a client reads, replaces or deletes its own registration.
 * @throws invalid_token, which is the same for an unknown client and a wrong token; insufficient_scope for a client
 * that an operator has disabled or blocked (RFC 7592 §2), and for a change by a client that may administer;
 * temporarily_unavailable beyond the limit of an address (429)
 */
export async function manageClient(request: HttpRequest, context: Context, report: ReportDraft): Promise<HttpResponse> {
  const managed = await authenticate(request, context);
  report.clientId = managed.record.clientId;
  checkEnabled(managed.record, context);
  switch (request.method) {
    case 'PUT':
      return replaceClient(request, managed, context);
    case 'DELETE':
      return deleteClient(request, managed, context);
    default:
      return read(managed, context);
  }
}

function read(managed: Managed, { settings }: Context): HttpResponse {
  return json(200, clientInformation({ ...managed, secret: null }, settings.issuer));
}

async function authenticate(request: HttpRequest, { db }: Context): Promise<Managed> {
  const parameters = parseParameters(request.query);
  const clientId = parameters?.values.get('client_id');
  if (clientId === undefined || parameters?.repeated.has('client_id')) {
    throw invalidRequest('registered_client_id_missing');
  }
  const token = readBearerToken(request);
  if (token === null) throw invalidToken('registration_token_invalid');
  return findManaged(db, clientId, token);
}

async function findManaged(db: Database | Transaction, clientId: string, token: string): Promise<Managed> {
  const found = await findClient(db, clientId);
  const isProved = verifySecret(found?.record.registrationTokenHash ?? null, token);
  if (found === null || !isProved) throw invalidToken('registration_token_invalid');
  return { ...found, token };
}

/** A blocked client could remove its block by changing its name or deleting itself, also the block of another one. */
function checkEnabled(record: ClientRecord, { snapshot: { clients, portal } }: Context): void {
  const isBlocked = trustOf(record, blocksOf(clients.values()), portal) === 'blocked';
  if (!record.enabled || isBlocked) throw insufficientScope('registration_disabled');
}

/**
 * Reads the client again under the lock of the configuration. Since the request was authenticated, an operator may have
 * disabled or deleted it, or revoked its token.
 */
async function findAgain(tx: Transaction, managed: Managed, context: Context): Promise<ClientRecord> {
  const { record } = await findManaged(tx, managed.record.clientId, managed.token);
  checkEnabled(record, context);
  return record;
}

/**
 * RFC 7592 §2.2: absent members return to their defaults. Nothing is rotated. A replacement that changes nothing writes
 * nothing, because programs send one each time they start.
 */
async function replaceClient(request: HttpRequest, managed: Managed, context: Context): Promise<HttpResponse> {
  if (!isJson(request)) return unsupportedMediaType(context, 'body_not_json');
  const members = readMembers(request.body);
  checkIdentity(members, managed.record);
  const { db, settings, snapshot, now } = context;
  const describe = (client: ClientRecord) => {
    const former = { client, flows: null };
    const metadata = readMetadata(substitute(members, former, snapshot.portal), former, { settings, snapshot });
    return describeClient(metadata, former, snapshot);
  };
  const foreseen = describe(managed.record).record;
  if (isDeepStrictEqual(foreseen, managed.record)) return read(managed, context);
  if (managed.record.selfRegistered) await limitRequests(registrationLimit, request.clientAddress, context);
  await checkSectorDocument(foreseen, managed.record, settings);
  await ensureKeys(db, settings.secret, servedAlgs(foreseen), now);
  const { clientId } = managed.record;
  const described = await transaction(db, async (tx) => {
    await bumpRevision(tx);
    const former = await findAgain(tx, managed, context);
    // A redirect URI is enough to act as the client, so only owners may change it (security #161).
    if (former.scope.some(isAdminScope)) throw insufficientScope('registration_administers');
    const { record: described, secret } = describe(former);
    await checkKeptSubjects(tx, former, described, now);
    const result = { record: { ...described, agentState: stateAfter(former, described) }, secret };
    await clientTable.update(db.prepared.dialect, [{ former, record: result.record }], { now })(tx);
    // People agreed to a client with another name or other addresses.
    await forgetConsentsOf(tx, clientId, now);
    await recordRegistration(tx, {
      type: 'client.updated',
      record: result.record,
      former,
      request,
      context,
    });
    return result;
  });
  await takeIntoUse(context.refreshConfiguration, context.log);
  if (await fetchChangedLogos([described.record], context))
    await takeIntoUse(context.refreshConfiguration, context.log);
  return json(200, clientInformation({ ...managed, ...described }, settings.issuer));
}

/** The body must name the client. It may repeat the secret, but never choose one (RFC 7592 §2.2). */
function checkIdentity({ client_id: clientId, client_secret: secret }: Members, record: ClientRecord): void {
  if (clientId !== record.clientId) throw differs('client_id: expected the id of this client');
  if (secret === undefined) return;
  const isOurs = typeof secret === 'string' && record.secrets.some(({ hash }) => verifySecret(hash, secret));
  if (!isOurs) throw differs('client_secret: expected the secret that was issued');
}

function differs(name: string): OAuthError {
  return invalidClientMetadata('registered_identity_differs', { name });
}

/** RFC 7592 §2.3: all grants of the client end with it. */
async function deleteClient(request: HttpRequest, managed: Managed, context: Context): Promise<HttpResponse> {
  const { db, now } = context;
  const { dialect } = db.prepared;
  await transaction(db, async (tx) => {
    await bumpRevision(tx);
    const record = await findAgain(tx, managed, context);
    await deleteClients(tx, [record.clientId], { dialect, now });
    await recordRegistration(tx, { type: 'client.deleted', record, former: record, request, context });
  });
  await takeIntoUse(context.refreshConfiguration, context.log);
  return { status: 204, headers: noStore, body: '' };
}
