import { recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { Context } from '#lib/context';
import { createId } from '#lib/crypto/random';
import type { Transaction } from '#lib/db/database';
import { run } from '#lib/db/run';
import { transaction } from '#lib/db/transaction';
import type { HttpResponse } from '#lib/http/types';
import { displayText } from '#lib/i18n/display-text';
import { completeInteraction, recordOutcome } from '#lib/interactions/interaction-store';
import { isTooWeakFor } from '#lib/protocol/administration';
import { acrOf } from '#lib/protocol/asked-level';
import { stillAllowed } from '#lib/protocol/scope';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { addSessionClient } from '#lib/sessions/session-client-store';
import { lockSession } from '#lib/sessions/session-store';
import { answerDevice, findDeviceRequest, setDeviceGrant } from '#lib/tokens/devices/device-store';
import type { Authentication } from '#lib/tokens/grant';
import { createGrant } from '#lib/tokens/grant-store';
import { type Alarm, notifyPerson } from '#lib/users/notify-person';
import { noNamedClaims } from '#lib/vocabulary/requested-claims';
import { decideNext } from '../continue-interaction';
import { readSessions, sessionFor } from '../current-session';
import { consentPurpose } from '../form-binding';
import { loadInteraction, type OpenDevice } from '../load-interaction';
import { finishedPage, openProblem, problemPage } from '../problem-page';
import { hasValidCsrf, type PostedForm } from '../read-form';
import { respondProblem, toPage } from '../respond';
import { ownedCodes } from './claim-device';

/** A person allows or denies the device. */
export async function handleAnswer(
  form: PostedForm,
  status: 'approved' | 'denied',
  context: Context,
): Promise<HttpResponse> {
  const open = await loadInteraction(form.values.get('interaction') ?? null, form.cookieHeader, context);
  if (open.page === 'problem') return respondProblem(open);
  if (open.kind !== 'device') return respondProblem(problemPage(400, 'invalid_request', context));
  const session = sessionFor(open, await readSessions(form.cookieHeader, context), context);
  if (session === null || (await decideNext(open, session, context)).step !== 'complete') {
    return toPage('login', open, context);
  }
  // Bound to the person who saw the page, so that another account in another tab cannot answer by accident.
  if (!hasValidCsrf(form, consentPurpose(open.handle, session.sub), context)) {
    return respondProblem(openProblem(open, [403, 'forbidden_origin'], context));
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
      return respondProblem(finishedPage(open, context));
    case 'gone':
      return respondProblem(openProblem(open, [410, 'device_expired'], context));
    case 'signed_out':
      return toPage('login', open, context);
    default:
      return result satisfies never;
  }
}

/**
 * Does everything in one transaction: locks the session, completes the interaction, answers the request once, creates
 * the grant of an approval, and records the event. If it is too late, only the interaction itself changes.
 */
async function answer({ open, session, form, status }: Answer, context: Context): Promise<AnswerResult> {
  const { db, snapshot, now, requestId } = context;
  const { hash, device: entered } = open.interaction;
  const { deviceHash, userCode } = entered;
  const userCodeHashes = ownedCodes(userCode, session.sub);
  const device = await findDeviceRequest(db, deviceHash, now);
  if (device === null) return 'gone';
  const scope = status === 'approved' ? stillAllowed(snapshot, open.client, entered.scope) : [];
  if (isTooWeakFor(scope, session, context)) return 'signed_out';
  const tenant = open.required.tenant?.name ?? null;
  const acr = acrOf(session.proofs, { request: entered, client: open.client, portal: snapshot.portal });
  const authentication = { ...session, acr };
  const event = personEvent({
    type: `device_code.${status}`,
    person: session.user,
    client: open.client,
    address: form.clientAddress,
    requestId,
    details: { scope, requested_from: device.clientAddress },
  });
  return transaction(db, async (tx) => {
    const refused = await run<'signed_out' | 'finished'>(tx, [
      lockSession(session.sid, now),
      completeInteraction(hash, now),
    ]);
    if (refused !== null) return refused;
    if (!(await answerDevice(tx, deviceHash, { status, userCodeHashes }, now))) return 'gone';
    if (status === 'approved') {
      await grant(tx, { open, authentication, scope, tenant, expiresAt: device.expiresAt }, now);
      await notifyPerson(tx, session.user, connected(open, form), { secret: context.settings.secret, now });
    }
    await recordEvents(tx, [event], now);
    await recordOutcome(tx, hash, status);
    return 'answered';
  });
}

/** The notice to the person. */
function connected({ client: { clientName, clientId } }: OpenDevice, { clientAddress: address }: PostedForm): Alarm {
  const app = displayText(clientName ?? clientId);
  return { kind: 'device_connected', values: { app, ...(address !== '' && { address }) } };
}

type NewDeviceGrant = {
  readonly open: OpenDevice;
  readonly authentication: Authentication & { readonly sid: string };
  readonly scope: readonly string[];
  readonly tenant: string | null;
  readonly expiresAt: Date;
};

/** Creates the grant of the requested scope, as far as the client may still have it. */
async function grant(
  tx: Transaction,
  { open, authentication, scope, tenant, expiresAt }: NewDeviceGrant,
  now: Date,
): Promise<void> {
  const { clientId, deviceHash } = open.interaction.device;
  const id = createId();
  const granted = { id, clientId, scope, authentication, namedClaims: noNamedClaims, tenant };
  await run(tx, [
    addSessionClient({ sid: authentication.sid, clientId }, now),
    createGrant(granted, { now, expiresAt }),
  ]);
  await setDeviceGrant(tx, deviceHash, id);
}
