import { recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { Context, Handler } from '#lib/context';
import { createId } from '#lib/crypto/random';
import type { Transaction } from '#lib/db/database';
import { run } from '#lib/db/run';
import { transaction } from '#lib/db/transaction';
import { seeOther } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { displayText } from '#lib/i18n/display-text';
import { completeInteraction, recordOutcome, recordReport } from '#lib/interactions/interaction-store';
import { isTooWeakFor } from '#lib/protocol/administration';
import { acrOf } from '#lib/protocol/asked-level';
import { stillAllowed } from '#lib/protocol/scope';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { addSessionClient } from '#lib/sessions/session-client-store';
import { lockSession } from '#lib/sessions/session-store';
import { takeIntoUse } from '#lib/snapshot/current';
import { answerDevice, findDeviceRequest, setDeviceGrant } from '#lib/tokens/devices/device-store';
import type { Authentication } from '#lib/tokens/grant';
import { createGrant } from '#lib/tokens/grant-store';
import { type Alarm, notifyPerson } from '#lib/users/notify-person';
import { browserText } from '#lib/vocabulary/browser-words';
import { noNamedClaims } from '#lib/vocabulary/requested-claims';
import { decideNext } from '../continue-interaction';
import { readSessions, sessionFor } from '../current-session';
import { consentPurpose } from '../form-binding';
import { findOwnInteraction, loadInteraction, type OpenDevice } from '../load-interaction';
import { finishedPage, problemPage } from '../problem-page';
import { hasValidCsrf, type PostedForm, readPostedForm } from '../read-form';
import { refuseForm, respondProblem, toPage } from '../respond';
import { ownedCodes } from './claim';
import { enterCode } from './enter-code';

/** POST /device/submit: a person enters a device's code, or answers its request (RFC 8628 §3.3). */
export async function handleDeviceSubmit(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const form = readPostedForm(request, context);
  if (form.page === 'problem') return respondProblem(form);
  switch (form.values.get('decision')) {
    case 'continue':
      return enterCode(form, request.clientAddress, context);
    case 'allow':
      return handleAnswer(form, 'approved', context);
    case 'deny':
      return handleAnswer(form, 'denied', context);
    case 'report':
      return reportDevice(form, context);
    default:
      return respondProblem(problemPage(400, 'invalid_request', context));
  }
}

/** A person allows or denies the device. */
async function handleAnswer(form: PostedForm, status: 'approved' | 'denied', context: Context): Promise<HttpResponse> {
  const open = await loadInteraction(form.values.get('interaction') ?? null, form.cookieHeader, context);
  if (open.page === 'problem') return respondProblem(open);
  if (open.kind !== 'device') return respondProblem(problemPage(400, 'invalid_request', context));
  const session = sessionFor(open, await readSessions(form.cookieHeader, context), context);
  const next = await decideNext(open, session, context);
  if (session === null || next.step !== 'complete') {
    return toPage(next.step === 'access' ? 'login/access' : 'login', open, context);
  }
  // Bound to the person who saw the page, so that another account in another tab cannot answer by accident.
  if (!hasValidCsrf(form, consentPurpose(open.handle, session.sub), context)) {
    return refuseForm(open, [403, 'forbidden_origin'], context);
  }
  return respondTo(await answerOnce({ open, session, form, status }, context), open, context);
}

type DeviceAnswer = {
  readonly open: OpenDevice;
  readonly session: SessionWithUser;
  readonly form: PostedForm;
  readonly status: 'approved' | 'denied';
};

type AnswerResult = 'answered' | 'finished' | 'gone' | 'signed_out' | 'access_ended';

async function respondTo(result: AnswerResult, open: OpenDevice, context: Context): Promise<HttpResponse> {
  switch (result) {
    case 'answered':
      return toPage('device', open, context);
    case 'finished':
      return respondProblem(finishedPage(open, context));
    case 'gone':
      return refuseForm(open, [410, 'device_expired'], context);
    case 'access_ended':
      await takeIntoUse(context.refreshConfiguration, context.log);
      return toPage('login', open, context);
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
async function answerOnce({ open, session, form, status }: DeviceAnswer, context: Context): Promise<AnswerResult> {
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
    browser: browserText(form.userAgent),
    details: { scope, requested_from: device.clientAddress },
  });
  const answered = transaction(db, async (tx): Promise<AnswerResult> => {
    const refused = await run<'signed_out' | 'finished'>(tx, [
      lockSession(session.sid, now),
      completeInteraction(hash, now),
    ]);
    if (refused !== null) return refused;
    if (!(await answerDevice(tx, deviceHash, { status, userCodeHashes }, now))) return 'gone';
    if (status === 'approved') {
      await grantDevice(tx, { open, authentication, scope, tenant, expiresAt: device.expiresAt }, context);
      await notifyPerson(tx, session.user, connected(open, form), { secret: context.settings.secret, now });
    }
    await recordEvents(tx, [event], now);
    await recordOutcome(tx, hash, status);
    return 'answered';
  });
  return answered.catch((error: unknown) => {
    if (error === accessEnded) return accessEnded;
    throw error;
  });
}

/** Thrown, so that nothing of the answer is written. */
const accessEnded = 'access_ended';

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

/**
 * Creates the grant of the requested scope, as far as the client may still have it.
 * @throws accessEnded as createGrant() refuses
 */
async function grantDevice(
  tx: Transaction,
  { open, authentication, scope, tenant, expiresAt }: NewDeviceGrant,
  { now, snapshot: { revision } }: Context,
): Promise<void> {
  const { clientId, deviceHash } = open.interaction.device;
  const id = createId();
  const granted = { id, clientId, scope, resources: [], authentication, namedClaims: noNamedClaims, tenant };
  const refused = await run(tx, [
    addSessionClient({ sid: authentication.sid, clientId }, now),
    createGrant(granted, { now, expiresAt, revision }),
  ]);
  if (refused !== null) throw accessEnded;
  await setDeviceGrant(tx, deviceHash, id);
}

/**
 * Records the report of a person who refused a device because another person had requested it (cross-device security
 * BCP). The audit log gets a single event, with the address of the device.
 */
async function reportDevice(form: PostedForm, context: Context): Promise<HttpResponse> {
  const own = await findOwnInteraction(form.values.get('interaction') ?? null, form.cookieHeader, context);
  if (own.page === 'problem') return respondProblem(own);
  if (!hasValidCsrf(form, own.handle, context)) return respondProblem(problemPage(403, 'forbidden_origin', context));
  const { interaction } = own;
  if (interaction.kind !== 'device') return respondProblem(problemPage(400, 'invalid_request', context));
  const { db, snapshot, now, requestId } = context;
  const { clientId, deviceHash } = interaction.device;
  const { current } = await readSessions(form.cookieHeader, context);
  const device = await findDeviceRequest(db, deviceHash, now);
  const event = personEvent({
    type: 'device_code.reported',
    outcome: 'failure',
    person: current?.user ?? null,
    client: { clientId, clientName: snapshot.clients.get(clientId)?.clientName ?? null },
    address: form.clientAddress,
    requestId,
    details: { requested_from: device?.clientAddress ?? null },
  });
  await transaction(db, async (tx) => {
    if (await recordReport(tx, interaction.hash)) await recordEvents(tx, [event], now);
  });
  return toPage('device', own, context);
}

/**
 * GET /activate and /link: people know these addresses from other televisions. They lead to /device (ux §1.5.1), with the
 * query, which may have a code.
 */
export const handleDeviceAddress: Handler = async ({ query }, { settings }) =>
  seeOther(`${settings.issuer}/device${query === '' ? '' : `?${query}`}`);
