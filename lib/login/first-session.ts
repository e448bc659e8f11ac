import { recordingEvent } from '#lib/audit/event-store';
import { markUnsealed } from '#lib/audit/seals/pending';
import type { Context } from '#lib/context';
import type { PreparedStep } from '#lib/db/prepared';
import { forgettingFactorFailures } from '#lib/factors/failure-store';
import { holdingPasskey } from '#lib/factors/passkeys/passkey-store';
import { findAccountAtSignIn } from '#lib/factors/person-factors-store';
import type { Proof } from '#lib/factors/proof';
import { missingFactor } from '#lib/interactions/next-step';
import { authenticatedBy, type SessionWithUser } from '#lib/sessions/browser-state';
import { placeOfCaller } from '#lib/sessions/caller';
import { knowBrowserHere } from '#lib/sessions/know-browser';
import { AccountChanged, signInHere } from '#lib/sessions/sign-in';
import { tellingPerson } from '#lib/users/notify-person';
import { type NewSession, signInEvent } from './start-session';

type FirstSession = Pick<NewSession, 'open' | 'caller' | 'user' | 'remember' | 'via'> & {
  readonly proof: Proof;
  readonly passkeyId?: string;
};

/** A session that is not written yet. */
export type PreparedSession = {
  readonly session: SessionWithUser;
  readonly setCookie: readonly string[];
  /** If the account changed, or its passkey was removed, one of the first changes nothing, and so all are undone. */
  readonly steps: readonly PreparedStep[];
};

/**
 * Prepares a session in a browser that has none, if one factor is enough. This is the most frequent sign-in. Its steps
 * write the same as startSession() (decision 004).
 * @returns null if more is needed: another factor, a new password, or a mail
 */
export async function prepareFirstSession(
  { open, caller, user, remember, via, proof, passkeyId }: FirstSession,
  { db, settings, snapshot: { portal }, now, requestId }: Context,
): Promise<PreparedSession | null> {
  const account = await findAccountAtSignIn(db, user.sub);
  if (account === null) return null;
  const { mustSetPassword, hasSignedIn, ...factors } = account;
  const isEnough = missingFactor(open.required, { proofs: [proof], factors, isSpared: false }, now) === null;
  const authentication = authenticatedBy([proof], false);
  if (!isEnough || mustSetPassword || authentication.idp !== 'local') return null;
  const { cookieHeader, clientAddress, userAgent } = caller;
  const known = await knowBrowserHere(db, { sub: user.sub, cookieHeader, settings, portal, now });
  const alarm = { kind: 'new_device', values: placeOfCaller(caller) } as const;
  const telling = known.wasKnown || !hasSignedIn ? [] : [tellingPerson(user, alarm, now)];
  if (telling.includes(null)) return null;
  const device = { userAgent, address: clientAddress };
  const started = await signInHere({ settings, portal, user, authentication, device, remember, now });
  const event = signInEvent({ open, caller, user, authentication, remember, via }, known.wasKnown, requestId);
  return {
    session: { ...started.session, factors },
    setCookie: [...started.setCookie, known.setCookie],
    steps: [
      ...started.steps,
      ...(passkeyId === undefined ? [] : [holdingPasskey({ id: passkeyId, sub: user.sub })]),
      ...known.steps,
      ...telling.filter((step) => step !== null),
      forgettingFactorFailures(user.sub),
      recordingEvent(event, now),
    ],
  };
}

/** Starts only the session. @throws AccountChanged as startSession() does */
export async function saveFirstSession(
  { steps, ...started }: PreparedSession,
  { db }: Context,
): Promise<Omit<PreparedSession, 'steps'>> {
  if ((await db.prepared.steps(steps)) !== null) throw new AccountChanged('the account changed during the sign-in');
  markUnsealed();
  return started;
}
