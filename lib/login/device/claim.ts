import { recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { Context } from '#lib/context';
import type { HandleHash } from '#lib/crypto/random';
import { run } from '#lib/db/run';
import { transaction } from '#lib/db/transaction';
import type { HttpResponse } from '#lib/http/types';
import { completeInteraction, recordOutcome } from '#lib/interactions/interaction-store';
import { readBinding } from '#lib/sessions/browser-binding';
import type { BrowserState, SessionWithUser } from '#lib/sessions/browser-state';
import { answerDevice, claimDevice, findDeviceRequest } from '#lib/tokens/devices/device-store';
import { hashUserCode } from '#lib/tokens/devices/user-code';
import type { OpenDevice, OpenInteraction } from '../load-interaction';
import { finishedPage } from '../problem-page';
import type { PostedForm } from '../read-form';
import { refuseForm, respondProblem, toPage } from '../respond';
import { reserveAttempt } from './attempts';

/**
 * The first person who reaches the confirmation owns the device's request from then on (RFC 8628 §5.5). Others read on
 * the page that there is nothing to answer.
 */
export async function claimForPerson(
  { interaction }: OpenDevice,
  { sub }: SessionWithUser,
  { db, now }: Context,
): Promise<void> {
  const { userCode, deviceHash } = interaction.device;
  const claim = { code: hashUserCode(userCode, null), owned: hashUserCode(userCode, sub) };
  await claimDevice(db, deviceHash, claim, now);
}

/**
 * Moves the claim to another account of the same person. Both accounts are signed in on this browser, where the code
 * was entered. Claims of other people do not change (security #76).
 */
export async function transferClaim(
  open: OpenInteraction,
  { sessions }: BrowserState,
  { sub }: SessionWithUser,
  { db, now }: Context,
): Promise<void> {
  if (open.kind !== 'device') return;
  const { userCode, deviceHash } = open.interaction.device;
  const owned = hashUserCode(userCode, sub);
  for (const other of sessions.filter((session) => session.sub !== sub)) {
    await claimDevice(db, deviceHash, { code: hashUserCode(userCode, other.sub), owned }, now);
  }
}

/** The keys of a code for this person: unclaimed, and claimed by this person. */
export function ownedCodes(userCode: string, sub: string | undefined): readonly HandleHash[] {
  const unclaimed = hashUserCode(userCode, null);
  return sub === undefined ? [unclaimed] : [unclaimed, hashUserCode(userCode, sub)];
}

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
    return refuseForm(open, [429, 'too_many_requests'], context, refusedForSeconds);
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
