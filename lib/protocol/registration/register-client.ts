import { blankClient } from '#lib/clients/client-record';
import { clientTable } from '#lib/clients/client-store';
import type { RegisteredFlows } from '#lib/clients/flows';
import { consumeInitialToken, findInitialToken } from '#lib/clients/registration/initial-token-store';
import { servedAlgs } from '#lib/clients/served-algs';
import type { Context } from '#lib/context';
import { hashSecret } from '#lib/crypto/client-secret';
import { createHandle, createId } from '#lib/crypto/random';
import type { Transaction } from '#lib/db/database';
import { bumpRevision } from '#lib/db/revision';
import { transaction } from '#lib/db/transaction';
import { json } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { ensureKeys } from '#lib/keys/ensure-keys';
import { networkKey } from '#lib/ratelimit/address-key';
import { takeIntoUse } from '#lib/snapshot/current';
import { readBearerToken } from '../bearer-token';
import { fetchChangedLogos } from '../client-logos/refresh-logos';
import { limitRequests } from '../limit-requests';
import { invalidToken } from '../oauth-error';
import { unsupportedMediaType } from '../read-form';
import { checkSectorDocument } from './check-sector';
import { clientInformation, describeClient } from './describe-client';
import { findNoPlace, openLimits } from './find-no-place';
import { isJson, readMembers, readMetadata } from './read-metadata';
import { recordRegistration } from './record-registration';
import { substitute } from './substitute';

/** Counts registrations, and replacements by clients that nobody vouches for. */
export const registrationLimit = { rule: 'registrations_spent', name: 'register', ...openLimits } as const;

/**
 * Registers a client (RFC 7591 §3). The server chooses its ID and credentials, and no metadata can make it trusted.
 * @throws invalid_token, invalid_redirect_uri, invalid_client_metadata; temporarily_unavailable beyond the limit of an
 * address (429) and if there are too many clients, altogether or of its network (503)
 */
export async function registerClient(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const { db, settings, snapshot, now } = context;
  const voucher = await findVoucher(request, context);
  if (!isJson(request)) return unsupportedMediaType(context, 'body_not_json');
  const members = readMembers(request.body);
  const token = createHandle();
  const registrantNetwork = voucher === null ? networkKey(request.clientAddress) : null;
  const blank = { ...blankClient(createId()), selfRegistered: voucher === null, registrantNetwork };
  const client = { ...blank, registrationTokenHash: hashSecret(token) };
  const former = { client, flows: voucher?.flows ?? null };
  const metadata = readMetadata(substitute(members, former, snapshot.portal), former, { settings, snapshot });
  const { record, secret } = describeClient(metadata, former, snapshot);
  if (voucher === null) await limitRequests(registrationLimit, request.clientAddress, context);
  await checkSectorDocument(record, null, settings);
  await ensureKeys(db, settings.secret, servedAlgs(record), now);
  await transaction(db, async (tx) => {
    await bumpRevision(tx);
    await reservePlace(tx, voucher?.token ?? null, request, now);
    await clientTable.create(db.prepared.dialect, [record], { now })(tx);
    await recordRegistration(tx, { type: 'client.created', record, request, context });
  });
  await takeIntoUse(context.refreshConfiguration, context.log);
  if (await fetchChangedLogos([record], context)) await takeIntoUse(context.refreshConfiguration, context.log);
  const information = clientInformation({ record, createdAt: now, token, secret }, settings.issuer);
  return { ...json(201, information), report: { clientId: record.clientId } };
}

type Voucher = { readonly token: string; readonly flows: RegisteredFlows };

/** The initial access token. Null if none is required and none was sent. */
async function findVoucher(request: HttpRequest, { db, snapshot, now }: Context): Promise<Voucher | null> {
  const token = readBearerToken(request);
  if (token === null && snapshot.portal.dynamicRegistration === 'open') return null;
  if (token === null) throw invalidToken('initial_token_needed');
  const found = await findInitialToken(db, token, now);
  if (found === null) throw invalidToken('initial_token_invalid');
  return { token, flows: found.flows };
}

async function reservePlace(
  tx: Transaction,
  voucher: string | null,
  { clientAddress }: HttpRequest,
  now: Date,
): Promise<void> {
  if (voucher !== null) {
    if (await consumeInitialToken(tx, voucher, now)) return;
    throw invalidToken('initial_token_invalid');
  }
  const full = await findNoPlace(tx, networkKey(clientAddress));
  if (full !== null) throw full;
}
