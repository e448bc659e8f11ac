import type { HandleHash } from '#lib/crypto/random';
import type { HttpResponse } from '#lib/http/types';
import type { DeviceWishes, EnteredDevice } from '#lib/interactions/devices/entered-device';
import { createDeviceInteraction, findDeviceInteraction } from '#lib/interactions/devices/store';
import type { Context } from '#lib/protocol/context';
import { deviceGrantType } from '#lib/protocol/grants/device-grant-type';
import { reserveRequest } from '#lib/protocol/limit-requests';
import { signInLimit } from '#lib/protocol/sign-in-limit';
import { bindBrowser } from '#lib/sessions/browser-binding';
import type { BrowserState } from '#lib/sessions/browser-state';
import { findDeviceRequest, findPendingDevice } from '#lib/tokens/devices/store';
import { parseUserCode } from '#lib/tokens/devices/user-code';
import { continueInteraction } from '../continue-interaction';
import { readSessions, sessionFor } from '../current-session';
import { openInteraction, problemPage } from '../load-interaction';
import type { PostedForm } from '../read-form';
import { respondProblem, toPage, withCookies } from '../respond';
import { mergeWishes, readWishes } from './device-wishes';
import { ownedCodes } from './owned-codes';
import type { DeviceEntryProblem } from './page-models';
import { attemptKeys, refundAttempt, reserveAttempt } from './reserve-attempt';
import { watchCode } from './watch-code';

/** Longer than any code with whatever stands between its characters. */
const maximumKept = 40;

/**
 * The code of a device was posted: on to the sign-in or the confirmation, or back to the field. An attempt is reserved
 * before the code is looked up (RFC 8628 §5.1). It needs no token against forgery: it changes nothing but this
 * browser's own way, and the request comes from one of our pages.
 */
export async function enterCode(form: PostedForm, clientAddress: string, context: Context): Promise<HttpResponse> {
  const binding = bindBrowser(form.cookieHeader, context.settings);
  const wishes = readWishes((name) => form.values.get(name));
  const entry: Entry = { typed: form.values.get('user_code') ?? '', wishes, form, browserHash: binding.hash };
  return withCookies(await answerEntry(entry, clientAddress, context), binding.setCookie);
}

type Entry = {
  readonly typed: string;
  readonly wishes: DeviceWishes;
  readonly form: PostedForm;
  readonly browserHash: HandleHash;
};

async function answerEntry(entry: Entry, clientAddress: string, context: Context): Promise<HttpResponse> {
  const isMissing = entry.typed === '';
  const keys = attemptKeys(entry.browserHash, clientAddress);
  // Without a code it is no attempt, but the page that says so leaves a row.
  const refusedForSeconds = isMissing
    ? await reserveRequest(signInLimit, clientAddress, context)
    : await reserveAttempt(keys, context);
  if (refusedForSeconds !== null) {
    return respondProblem(problemPage(429, 'too_many_requests', context), refusedForSeconds);
  }
  if (isMissing) return showProblem(entry, 'missing_code', context);
  const browser = await readSessions(entry.form.cookieHeader, context);
  const userCode = parseUserCode(entry.typed);
  if (userCode !== null) await watchCode(userCode, entry.browserHash, clientAddress, context);
  const found = userCode === null ? null : await findEntered(userCode, entry, browser, context);
  // One answer for unknown, expired and used: nobody learns which codes exist.
  if (found === null) return showProblem(entry, 'unknown_code', context);
  await refundAttempt(keys, context);
  return goOn(entry, found, browser, context);
}

type Found = { readonly userCode: string; readonly request: EnteredDevice };

async function findEntered(
  userCode: string,
  { wishes, form }: Entry,
  { current }: BrowserState,
  { db, snapshot, now }: Context,
): Promise<Found | null> {
  const deviceHash = await findPendingDevice(db, ownedCodes(userCode, current?.sub), now);
  const device = deviceHash === null ? null : await findDeviceRequest(db, deviceHash);
  const client = device === null ? undefined : snapshot.clients.get(device.clientId);
  if (device === null || !client?.enabled || !client.grantTypes.has(deviceGrantType)) return null;
  const { clientId, scope } = device;
  const isPrefilled = parseUserCode(form.values.get('prefilled') ?? '') === userCode;
  const request = { deviceHash: device.hash, clientId, scope, ...mergeWishes(device, wishes), isPrefilled };
  return { userCode, request };
}

async function goOn(
  { browserHash, wishes }: Entry,
  found: Found,
  browser: BrowserState,
  context: Context,
): Promise<HttpResponse> {
  const handle = await createDeviceInteraction(
    context.db,
    { ...found, wishes, problem: null },
    browserHash,
    context.now,
  );
  const interaction = await findDeviceInteraction(context.db, handle);
  if (interaction === null) throw new Error('the interaction just stored is gone');
  const open = openInteraction({ page: 'own', handle, interaction }, context);
  if (open.page === 'problem') return respondProblem(open);
  const session = sessionFor(open, browser);
  return session === null ? toPage('login', open, context) : continueInteraction(open, session, context);
}

/** Post, redirect, get: the page shows what was typed. */
async function showProblem(
  { typed, wishes, browserHash }: Entry,
  problem: DeviceEntryProblem,
  context: Context,
): Promise<HttpResponse> {
  const entry = { userCode: typed.slice(0, maximumKept), wishes, request: null, problem };
  return toPage(
    'device',
    { handle: await createDeviceInteraction(context.db, entry, browserHash, context.now) },
    context,
  );
}
