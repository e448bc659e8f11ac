import { personEvent } from '#lib/audit/person-event';
import { recordEvents } from '#lib/audit/store';
import { createId } from '#lib/crypto/random';
import type { Transaction } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import type { HttpResponse } from '#lib/http/types';
import { recordOutcome } from '#lib/interactions/devices/store';
import { completeInteraction } from '#lib/interactions/store';
import type { Context } from '#lib/protocol/context';
import { stillAllowed } from '#lib/protocol/scope';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { addSessionClient } from '#lib/sessions/clients/store';
import { answerDevice, findDeviceRequest, setDeviceGrant } from '#lib/tokens/devices/store';
import { createGrant } from '#lib/tokens/grants/store';
import { lockSession } from '#lib/tokens/store';
import { noRequestedClaims } from '#lib/vocabulary/requested-claims';
import { consentPurpose } from '../consent-purpose';
import { readSessions, sessionFor } from '../current-session';
import { finishedPage, loadAnyInteraction, type OpenDevice, problemPage } from '../load-interaction';
import { hasValidCsrf, type PostedForm } from '../read-form';
import { respondProblem, toPage } from '../respond';
import { decideDevice } from './decide-device';
import { ownedCodes } from './owned-codes';

/** A person allows the device, or denies it. */
export async function handleAnswer(
  form: PostedForm,
  status: 'approved' | 'denied',
  context: Context,
): Promise<HttpResponse> {
  const open = await loadAnyInteraction(form.values.get('interaction') ?? null, form.cookieHeader, context);
  if (open.page === 'problem') return respondProblem(open);
  if (open.kind !== 'device') return respondProblem(problemPage(400, 'invalid_request', context));
  const session = sessionFor(open, await readSessions(form.cookieHeader, context));
  if (session === null || decideDevice(open, session, context).step === 'login') return toPage('login', open, context);
  // Bound to the person the page was shown to: another account in another tab cannot answer by accident.
  if (!hasValidCsrf(form, consentPurpose(open.handle, session.sub), context)) {
    return respondProblem(problemPage(403, 'forbidden_origin', context));
  }
  return respondTo(await answer({ open, session, form, status }, context), open, context);
}

type Answer = {
  readonly open: OpenDevice;
  readonly session: SessionWithUser;
  readonly form: PostedForm;
  readonly status: 'approved' | 'denied';
};

type AnswerResult = 'answered' | 'finished' | 'gone' | 'signed_out';

function respondTo(result: AnswerResult, open: OpenDevice, context: Context): HttpResponse {
  switch (result) {
    case 'answered':
      return toPage('device', open, context);
    case 'finished':
      return respondProblem(finishedPage(open.client, context));
    case 'gone':
      return respondProblem(problemPage(410, 'device_expired', context));
    case 'signed_out':
      return toPage('login', open, context);
    default:
      return result satisfies never;
  }
}

/**
 * One transaction: the session is held, the interaction completed, the request answered once, for an approval the grant
 * is made, and the audit log told. What comes too late changes nothing but its own interaction.
 */
async function answer({ open, session, form, status }: Answer, context: Context): Promise<AnswerResult> {
  const { db, snapshot, now, requestId } = context;
  const { deviceHash } = open.request;
  const { hash, userCode } = open.interaction;
  const userCodeHashes = ownedCodes(userCode, session.sub);
  const device = await findDeviceRequest(db, deviceHash);
  if (device === null) return 'gone';
  const scope = status === 'approved' ? stillAllowed(snapshot, open.client, open.request.scope) : [];
  const event = personEvent({
    type: `device_code.${status}`,
    person: session.user,
    client: open.client,
    address: form.clientAddress,
    requestId,
    details: { scope, requested_from: device.clientAddress },
  });
  return transaction(db, async (tx) => {
    if (!(await lockSession(tx, session.sid, now))) return 'signed_out';
    if (!(await completeInteraction(tx, hash, now))) return 'finished';
    if (!(await answerDevice(tx, deviceHash, { status, userCodeHashes }, now))) return 'gone';
    if (status === 'approved') await grant(tx, { open, session, scope, expiresAt: device.expiresAt }, now);
    await recordEvents(tx, [event], now);
    await recordOutcome(tx, hash, status);
    return 'answered';
  });
}

type NewDeviceGrant = {
  readonly open: OpenDevice;
  readonly session: SessionWithUser;
  readonly scope: readonly string[];
  readonly expiresAt: Date;
};

/** What the device asked for and its client may still have now. */
async function grant(tx: Transaction, { open, session, scope, expiresAt }: NewDeviceGrant, now: Date): Promise<void> {
  const { clientId, deviceHash } = open.request;
  const id = createId();
  const granted = { id, clientId, scope, authentication: session, requestedClaims: noRequestedClaims };
  await addSessionClient(tx, { sid: session.sid, clientId }, now);
  await createGrant(tx, granted, { now, expiresAt });
  await setDeviceGrant(tx, deviceHash, id);
}
