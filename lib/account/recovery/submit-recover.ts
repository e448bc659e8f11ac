import { recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { Context } from '#lib/context';
import { transaction } from '#lib/db/transaction';
import { seeOther } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { wakeJob } from '#lib/jobs/start-jobs';
import type { OpenInteraction } from '#lib/login/load-interaction';
import { problemPage } from '#lib/login/problem-page';
import { mailOrigin, readPostedForm } from '#lib/login/read-form';
import { respondProblem } from '#lib/login/respond';
import { mailJob } from '#lib/mail/queue-mail';
import { policyOf, portalScope } from '#lib/protocol/policy-of';
import { readKnownBrowser } from '#lib/sessions/browser-cookie';
import { callerOf, placeOfCaller } from '#lib/sessions/caller';
import { type Identifier, parseIdentifier } from '#lib/users/identifier';
import { sendRecovery, verifiedEmail } from '#lib/users/links/send-links';
import { reserveMail } from '#lib/users/mail-limits';
import { findUserByIdentifier } from '#lib/users/user-store';
import { canonicalEmail } from '#lib/vocabulary/email';
import { findSignIn } from './read-recover-page';

/** Longer than any username or address. */
const maximumTyped = 254;

/**
 * POST /recover/submit: mails a link to set a new password, if an enabled account with a verified address has the typed
 * identifier. Status, headers, text and statements are the same for everybody (security #85, #86), even beyond the
 * limits of mails. It needs no CSRF token, because an attacker can send the same request without a browser.
 */
export async function handleRecoverSubmit(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const form = readPostedForm(request, context);
  if (form.page === 'problem') return respondProblem(form);
  if (form.values.get('decision') !== 'continue') return respondProblem(problemPage(400, 'invalid_request', context));
  const open = await findSignIn(form.values.get('interaction') ?? null, form.cookieHeader, context);
  const policy = open?.required.policy ?? policyOf(portalScope, context);
  if (!policy.recovery) return toRecover(open, {}, context);
  const typed = (form.values.get('identifier') ?? '').trim();
  if (typed === '') return toRecover(open, { problem: 'missing_identifier' }, context);
  const identifier = parseIdentifier(typed.slice(0, maximumTyped + 1), policy.identifiers);
  await sendTo(identifier, { typed, open, request }, context);
  return toRecover(open, { sent: '1' }, context);
}

type Asked = { readonly typed: string; readonly open: OpenInteraction | null; readonly request: HttpRequest };

async function sendTo(identifier: Identifier, { typed, open, request }: Asked, context: Context): Promise<void> {
  const { db, now, requestId, settings } = context;
  const { clientAddress } = request;
  const found = await findUserByIdentifier(db, identifier);
  const address = found?.enabled ? verifiedEmail(found) : null;
  const person = address === null ? null : found;
  const mail = {
    kind: 'recover',
    clientAddress,
    recipient: canonicalEmail(address) ?? identifier.key ?? '',
    sub: person?.sub ?? null,
    browserHandles: readKnownBrowser(request.headers.cookie, settings),
  } as const;
  const { mayBeSent, isFlood } = await reserveMail(db, mail, now);
  if (isFlood) return;
  const origin = await mailOrigin(request, open?.frame ?? null, context);
  const recovery = { person: mayBeSent ? person : null, origin, place: placeOfCaller(callerOf(request)) };
  const typedName = typed.slice(0, maximumTyped);
  const outcome = person === null ? ('failure' as const) : ('success' as const);
  const event = {
    person,
    attempted: found,
    typedName,
    outcome,
    client: open?.client ?? null,
    address: clientAddress,
    requestId,
  };
  await transaction(db, async (tx) => {
    await sendRecovery(tx, recovery, context, { interaction: open?.handle ?? null });
    await recordEvents(tx, [personEvent({ type: 'recovery.requested', ...event })], now);
  });
  wakeJob(mailJob);
}

function toRecover(
  open: OpenInteraction | null,
  query: Readonly<Record<string, string>>,
  { settings }: Context,
): HttpResponse {
  const parameters = new URLSearchParams({ ...query, ...(open !== null && { interaction: open.handle }) });
  return seeOther(`${settings.issuer}/recover${parameters.size === 0 ? '' : `?${parameters}`}`);
}
