import type { NewAuditEvent } from '#lib/audit/event';
import { recordEvent } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { Context } from '#lib/context';
import { rowAad, seal, sealingKey } from '#lib/crypto/seal';
import type { Database, Transaction } from '#lib/db/database';
import { run } from '#lib/db/run';
import type { Step } from '#lib/db/step';
import type { PersonFactors } from '#lib/factors/decide-factor';
import { forgetFactorFailures } from '#lib/factors/failure-store';
import { holdPasskey } from '#lib/factors/passkeys/passkey-store';
import { findAccountAtSignIn } from '#lib/factors/person-factors-store';
import type { Proof } from '#lib/factors/proof';
import { missingFactor } from '#lib/interactions/next-step';
import { findAnswer, forgetAnswers } from '#lib/interactions/upstream-sign-in-store';
import { type AuthenticationContext, authenticatedBy, type SessionWithUser } from '#lib/sessions/browser-state';
import { type Caller, placeOfCaller } from '#lib/sessions/caller';
import { knowBrowser } from '#lib/sessions/know-browser';
import { signIn, signInOnNewBrowser } from '#lib/sessions/sign-in';
import { saveUpstreamSession } from '#lib/sessions/upstream/upstream-session-store';
import { personNotice, unknownOrigin } from '#lib/users/notify-person';
import type { User } from '#lib/users/user';
import { hasSignedIn, recordSignIn } from '#lib/users/user-store';
import { browserText } from '#lib/vocabulary/browser-words';
import { openUpstreamResult } from '../federation/sealed';
import type { OpenInteraction } from '../load-interaction';
import { isTrial } from '../trial/finish-trial';

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

type Started = { readonly session: SessionWithUser; readonly setCookie: readonly string[] };

/**
 * Starts a session of this browser, after everything that the policy requires was proved.
 * @returns the session and the Set-Cookie values of the response
 * @throws AccountChanged if the account was disabled or got another password between the proof and the session
 * (security #104)
 */
export async function startSession(tx: Transaction, started: NewSession, context: Context): Promise<Started> {
  const isFirst = !(await hasSignedIn(tx, started.user.sub));
  const { session, setCookie } = await signIn(tx, signInOf(started, context));
  const rest = await prepareTraces(tx, { ...started, isFirst, sid: session.sid }, context);
  await run(tx, rest.steps);
  return { session: { ...session, factors: started.factors }, setCookie: [...setCookie, rest.setCookie] };
}

/** A session that is not written yet. */
type PreparedSession = Started & {
  /** Refused if the account changed, or its passkey was removed. */
  readonly steps: readonly Step<'account_changed'>[];
};

type FirstSession = Pick<NewSession, 'open' | 'caller' | 'user' | 'remember' | 'via'> & {
  readonly proof: Proof;
  readonly passkeyId?: string;
};

/**
 * Prepares a session in a browser that has none, if one factor is enough. This is the most frequent sign-in (decision
 * 004).
 * @returns null if more is needed: another factor, or a new password
 */
export async function prepareFirstSession(first: FirstSession, context: Context): Promise<PreparedSession | null> {
  const { open, user, proof, passkeyId } = first;
  const { db, now } = context;
  const account = await findAccountAtSignIn(db, user.sub);
  if (account === null) return null;
  const { mustSetPassword, hasSignedIn: wasHere, ...factors } = account;
  const isEnough = missingFactor(open.required, { proofs: [proof], factors, isSpared: false }, now) === null;
  const authentication = authenticatedBy([proof], false);
  if (!isEnough || mustSetPassword || authentication.idp !== 'local') return null;
  const started = { ...first, authentication };
  const { session, setCookie, steps } = await signInOnNewBrowser(signInOf(started, context));
  const rest = await prepareTraces(db, { ...started, isFirst: !wasHere, sid: session.sid }, context);
  return {
    session: { ...session, factors },
    setCookie: [...setCookie, rest.setCookie],
    steps: [
      recordSignIn(user, now),
      ...steps,
      passkeyId === undefined ? [] : holdPasskey({ id: passkeyId, sub: user.sub }),
      ...rest.steps,
    ],
  };
}

type Starting = Omit<NewSession, 'browserId' | 'factors'>;

function signInOf<Asked extends Starting>(
  { caller: { userAgent, clientAddress }, ...started }: Asked,
  { settings, snapshot: { portal }, now }: Context,
) {
  return { ...started, settings, portal, device: { userAgent, address: clientAddress }, now };
}

/** What is written beside the session: the known browser, the notice about a new one, and the event. */
async function prepareTraces(
  db: Database | Transaction,
  { isFirst, sid, ...started }: Starting & { readonly isFirst: boolean; readonly sid: string },
  { settings, snapshot: { portal }, now, requestId }: Context,
): Promise<{ readonly setCookie: string; readonly steps: readonly Step[] }> {
  const { user, caller } = started;
  const { cookieHeader } = caller;
  const known = await knowBrowser(db, { sub: user.sub, cookieHeader, settings, portal, now });
  const alarm = { kind: 'new_device', values: placeOfCaller(caller) } as const;
  const isNews = !isFirst && !known.wasKnown;
  return {
    setCookie: known.setCookie,
    steps: [
      known.step,
      ...(isNews
        ? await personNotice(db, user, alarm, { secret: settings.secret, now, origin: { ...unknownOrigin, sid } })
        : []),
      forgetFactorFailures(user.sub),
      recordEvent(signInEvent(started, known.wasKnown, requestId), now),
    ],
  };
}

function signInEvent(
  { open, caller, user, authentication: { idp, amr }, remember, via }: Starting,
  wasKnown: boolean,
  requestId: string,
): NewAuditEvent {
  // A trial leads to no client, and does not count as a use of it (decision 014).
  const tried = open.kind === 'authorize' && isTrial(open) ? open.client.clientId : undefined;
  const client = tried === undefined ? open.client : null;
  const details = { idp, amr, remember, via, known_browser: wasKnown, ...(tried !== undefined && { trial: tried }) };
  const browser = browserText(caller.userAgent);
  const event = { person: user, client, address: caller.clientAddress, requestId, browser, details };
  return personEvent({ type: 'sign_in.succeeded', ...event });
}

/**
 * Stores with a session the parts of the provider's answer that a sign-out needs, at the provider and from there.
 * Nothing else of the provider's tokens is stored (security #121).
 */
export async function recordUpstreamSession(
  tx: Transaction,
  { session: { sid, idp }, interactionHash }: { readonly session: SessionWithUser; readonly interactionHash: string },
  context: Context,
): Promise<void> {
  if (idp === 'local') return;
  const { settings, now } = context;
  const answer = await findAnswer(tx, interactionHash);
  if (answer === null || answer.identity === null || answer.provider !== idp) {
    throw new Error('a session of a provider without its answer');
  }
  const { newcomer, sid: upstreamSid, signOut } = openUpstreamResult(answer.identity, answer.hash, context);
  const aad = rowAad('UpstreamSession', 'sealed', sid);
  const sealed = signOut && seal(sealingKey(settings.secret), JSON.stringify(signOut), aad);
  await saveUpstreamSession(tx, { sid, ...newcomer.key, upstreamSid, sealed }, now);
  await forgetAnswers(tx, interactionHash);
}
