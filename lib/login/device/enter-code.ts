import { deviceGrantType } from '#lib/clients/flows';
import type { Context } from '#lib/context';
import type { HandleHash } from '#lib/crypto/random';
import type { HttpResponse } from '#lib/http/types';
import type { DeviceHints, EnteredDevice } from '#lib/interactions/interaction';
import { createInteraction, findInteraction } from '#lib/interactions/interaction-store';
import { reserveRequest, signInLimit } from '#lib/protocol/limit-requests';
import { applicableAcrValues } from '#lib/protocol/request-tenant';
import { bindBrowser } from '#lib/sessions/browser-binding';
import type { BrowserState } from '#lib/sessions/browser-state';
import { findDeviceRequest, findPendingDevice } from '#lib/tokens/devices/device-store';
import { parseUserCode } from '#lib/tokens/devices/user-code';
import { continueInteraction } from '../continue-interaction';
import { readSessions, sessionFor } from '../current-session';
import { openInteraction } from '../load-interaction';
import { problemPage } from '../problem-page';
import type { PostedForm } from '../read-form';
import { respondProblem, toPage, withCookies } from '../respond';
import { refundAttempt, reserveAttempt, watchCode } from './attempts';
import { ownedCodes } from './claim';
import { type DeviceEntryProblem, mergeHints, readHints } from './read';

/** Longer than any code with separators. */
const maximumKept = 40;

/**
 * Answers a posted device code: continues to the sign-in or the confirmation, or returns to the field. An attempt is
 * reserved before the code is looked up (RFC 8628 §5.1). The form needs no CSRF token, because it only changes where
 * this browser goes next, and the request comes from one of our pages.
 */
export async function enterCode(form: PostedForm, clientAddress: string, context: Context): Promise<HttpResponse> {
  const binding = bindBrowser(form.cookieHeader, context.settings);
  const hints = readHints((name) => form.values.get(name));
  const entry: Entry = { typed: form.values.get('user_code') ?? '', hints, form, browserHash: binding.hash };
  return withCookies(await answerEntry(entry, clientAddress, context), binding.setCookie);
}

type Entry = {
  readonly typed: string;
  readonly hints: DeviceHints;
  readonly form: PostedForm;
  readonly browserHash: HandleHash;
};

async function answerEntry(entry: Entry, clientAddress: string, context: Context): Promise<HttpResponse> {
  const isMissing = entry.typed === '';
  const attempt = { browserHash: entry.browserHash, clientAddress };
  // A post without a code is not an attempt, but the page that reports it stores a row.
  const refusedForSeconds = isMissing
    ? await reserveRequest(signInLimit, clientAddress, context)
    : await reserveAttempt(attempt, context);
  if (refusedForSeconds !== null) {
    return respondProblem(problemPage(429, 'too_many_requests', context), refusedForSeconds);
  }
  if (isMissing) return showProblem(entry, 'missing_code', context);
  const browser = await readSessions(entry.form.cookieHeader, context);
  const userCode = parseUserCode(entry.typed);
  if (userCode !== null) await watchCode(userCode, entry.browserHash, clientAddress, context);
  const found = userCode === null ? null : await findEntered(userCode, entry, browser, context);
  // One answer for unknown, expired and used codes, so nobody learns which codes exist.
  if (found === null) return showProblem(entry, 'unknown_code', context);
  await refundAttempt(attempt, context);
  return goOn(entry, found, browser, context);
}

async function findEntered(
  userCode: string,
  { hints, form }: Entry,
  { current }: BrowserState,
  { db, snapshot, now }: Context,
): Promise<EnteredDevice | null> {
  const deviceHash = await findPendingDevice(db, ownedCodes(userCode, current?.sub), now);
  const device = deviceHash === null ? null : await findDeviceRequest(db, deviceHash, now);
  const client = device === null ? undefined : snapshot.clients.get(device.clientId);
  if (device === null || !client?.enabled || !client.grantTypes.has(deviceGrantType)) return null;
  const { clientId, scope } = device;
  const isPrefilled = parseUserCode(form.values.get('prefilled') ?? '') === userCode;
  const merged = mergeHints(device, hints);
  const acrValues = applicableAcrValues({ client, acrValues: merged.acrValues }, snapshot);
  return { deviceHash: device.hash, clientId, scope, userCode, isPrefilled, ...merged, acrValues };
}

async function goOn(
  { browserHash, form }: Entry,
  device: EnteredDevice,
  browser: BrowserState,
  context: Context,
): Promise<HttpResponse> {
  const { db, now } = context;
  const handle = await createInteraction(db, { kind: 'device', device }, browserHash, now);
  const interaction = await findInteraction(db, handle);
  if (interaction === null) throw new Error('the interaction just stored is gone');
  const open = openInteraction({ handle, interaction }, context);
  if (open.page === 'problem') return respondProblem(open);
  const session = sessionFor(open, browser, context);
  return session === null ? toPage('login', open, context) : continueInteraction(open, session, form, context);
}

/** Post, redirect, get: the page shows the typed code. */
async function showProblem(
  { typed, hints, browserHash }: Entry,
  problem: DeviceEntryProblem,
  context: Context,
): Promise<HttpResponse> {
  const code = { kind: 'refused_code', userCode: typed.slice(0, maximumKept), problem, ...hints } as const;
  return toPage('device', { handle: await createInteraction(context.db, code, browserHash, context.now) }, context);
}
