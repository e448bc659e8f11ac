import type { NewAuditEvent } from '#lib/audit/event';
import { recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import type { PersonFactors } from '#lib/factors/decide-factor';
import { forgetFactorFailures } from '#lib/factors/failure-store';
import type { AuthenticationContext, SessionWithUser } from '#lib/sessions/browser-state';
import { type Caller, placeOfCaller } from '#lib/sessions/caller';
import { knowBrowser } from '#lib/sessions/know-browser';
import { signIn } from '#lib/sessions/sign-in';
import { notifyPerson } from '#lib/users/notify-person';
import type { User } from '#lib/users/user';
import { hasSignedIn } from '#lib/users/user-store';
import type { OpenInteraction } from './load-interaction';
import { isTrial } from './trial/finish-trial';

export type NewSession = {
  readonly open: OpenInteraction;
  readonly caller: Caller;
  /** The ID of the browser, from readSessions(). */
  readonly browserId: string | null;
  readonly user: User;
  readonly factors: PersonFactors;
  readonly authentication: AuthenticationContext;
  readonly remember: boolean;
  /** The page where the first factor was shown. `provider` for a sign-in at a provider without a password. */
  readonly via: 'sign_in' | 'sign_up' | 'link' | 'provider';
};

/**
 * Starts a session of this browser, after everything that the policy requires was proved.
 * @returns the session and the Set-Cookie values of the response
 * @throws AccountChanged if the account was disabled or got another password between the proof and the session
 * (security #104)
 */
export async function startSession(
  tx: Transaction,
  { open, caller, browserId, user, factors, authentication, remember, via }: NewSession,
  { settings, snapshot: { portal }, now, requestId }: Context,
): Promise<{ readonly session: SessionWithUser; readonly setCookie: readonly string[] }> {
  const { cookieHeader, clientAddress, userAgent } = caller;
  const device = { userAgent, address: clientAddress };
  const isFirst = !(await hasSignedIn(tx, user.sub));
  const started = await signIn(tx, { settings, portal, browserId, user, authentication, device, remember, now });
  const known = await knowBrowser(tx, { sub: user.sub, cookieHeader, settings, portal, now });
  if (!isFirst && !known.wasKnown) {
    const alarm = { kind: 'new_device', values: placeOfCaller(caller) } as const;
    await notifyPerson(tx, user, alarm, { secret: settings.secret, now });
  }
  await forgetFactorFailures(tx, user.sub);
  const event = signInEvent({ open, caller, user, authentication, remember, via }, known.wasKnown, requestId);
  await recordEvents(tx, [event], now);
  return { session: { ...started.session, factors }, setCookie: [...started.setCookie, known.setCookie] };
}

/** The audit event of a new session. */
export function signInEvent(
  { open, caller, user, authentication: { idp, amr }, remember, via }: Omit<NewSession, 'browserId' | 'factors'>,
  wasKnown: boolean,
  requestId: string,
): NewAuditEvent {
  const details = { idp, amr, remember, via, known_browser: wasKnown };
  const event = { person: user, address: caller.clientAddress, requestId, ...destinationOf(open, details) };
  return personEvent({ type: 'sign_in.succeeded', ...event });
}

/** The client that the person goes to. A trial leads to no client, and does not count as a use of it (decision 014). */
function destinationOf(open: OpenInteraction, details: Readonly<Record<string, unknown>>) {
  const isTried = open.kind === 'authorize' && isTrial(open);
  return isTried
    ? { client: null, details: { ...details, trial: open.client.clientId } }
    : { client: open.client, details };
}
