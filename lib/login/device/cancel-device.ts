import { recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { Context } from '#lib/context';
import { run } from '#lib/db/run';
import { transaction } from '#lib/db/transaction';
import type { HttpResponse } from '#lib/http/types';
import { completeInteraction, recordOutcome } from '#lib/interactions/interaction-store';
import { readBinding } from '#lib/sessions/browser-binding';
import { answerDevice, findDeviceRequest } from '#lib/tokens/devices/device-store';
import type { OpenDevice } from '../load-interaction';
import { finishedPage, openProblem } from '../problem-page';
import type { PostedForm } from '../read-form';
import { respondProblem, toPage } from '../respond';
import { ownedCodes } from './claim-device';
import { reserveAttempt } from './reserve-attempt';

/**
 * Cancels at the sign-in. The device is denied if nobody has claimed its request. The code was entered in this browser
 * for this interaction, so the person who cancels has the device or the code. A claimed request does not change
 * (security #76). Canceling counts as an entry of a code, so nobody can try codes to deny other people's devices.
 */
export async function cancelDevice(open: OpenDevice, form: PostedForm, context: Context): Promise<HttpResponse> {
  const binding = readBinding(form.cookieHeader, context.settings);
  if (binding === null) throw new Error('an open interaction has a browser');
  const attempt = { browserHash: binding.hash, clientAddress: form.clientAddress };
  const refusedForSeconds = await reserveAttempt(attempt, context);
  if (refusedForSeconds !== null) {
    return respondProblem(openProblem(open, [429, 'too_many_requests'], context), refusedForSeconds);
  }
  const isOurs = await deny(open, form, context);
  return isOurs ? toPage('device', open, context) : respondProblem(finishedPage(open, context));
}

/** @returns false if the interaction was already answered */
async function deny(open: OpenDevice, form: PostedForm, { db, now, requestId }: Context): Promise<boolean> {
  const { hash, device: entered } = open.interaction;
  const { userCode, deviceHash } = entered;
  const device = await findDeviceRequest(db, deviceHash, now);
  const event = personEvent({
    type: 'device_code.denied',
    person: null,
    client: open.client,
    address: form.clientAddress,
    requestId,
    details: { requested_from: device?.clientAddress ?? null },
  });
  const answer = { status: 'denied', userCodeHashes: ownedCodes(userCode, undefined) } as const;
  return transaction(db, async (tx) => {
    if ((await run(tx, [completeInteraction(hash, now)])) !== null) return false;
    if (await answerDevice(tx, deviceHash, answer, now)) await recordEvents(tx, [event], now);
    await recordOutcome(tx, hash, 'cancelled');
    return true;
  });
}
