import type { Context } from '#lib/context';
import type { Handle } from '#lib/crypto/random';
import type { Transaction } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { type AccountFactors, findPersonFactors } from '#lib/factors/person-factors-store';
import type { Proof } from '#lib/factors/proof';
import { seeOther } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import { dropProofs, keepProofs, noteProgress } from '#lib/interactions/interaction-store';
import { missingFactor, type SignInStep } from '#lib/interactions/next-step';
import { authenticatedBy, type BrowserState, type SessionWithUser } from '#lib/sessions/browser-state';
import { AccountChanged } from '#lib/sessions/sign-in';
import { stepUp } from '#lib/sessions/step-up';
import { checkTrustedDevice, trustDevice } from '#lib/sessions/trusted-device';
import { createPasswordLink } from '#lib/users/password-link';
import type { User } from '#lib/users/user';
import { findUserBySub } from '#lib/users/user-store';
import { continueInteraction, leadOn } from './continue-interaction';
import { readSessions } from './current-session';
import { handOver } from './device/claim-device';
import { keepUpstreamSession } from './federation/upstream-session';
import type { OpenInteraction } from './load-interaction';
import type { PendingPerson } from './pending-person';
import { toPageWith, withCookies } from './respond';
import { type NewSession, startSession } from './start-session';

export type FirstProof = Pick<NewSession, 'open' | 'caller' | 'remember' | 'via'> & {
  readonly proof: Proof;
  /** Returns the person, and writes the data of the sign-in, in the same transaction. */
  readonly findUser: (tx: Transaction) => Promise<User>;
};

type Written =
  /** An administrator asks for a new password: the link to set it. */
  | { readonly setPassword: Handle }
  | { readonly session: SessionWithUser; readonly setCookie: readonly string[] }
  | { readonly missing: SignInStep };

/**
 * A person showed the first factor: a session begins if nothing else is asked of them, else the interaction keeps the
 * proof and leads to what is missing. Returns to the sign-in page if the account changed in the meantime (security
 * #104).
 */
export async function acceptFirstProof(request: FirstProof, context: Context): Promise<HttpResponse> {
  const { open, caller } = request;
  const browser = await readSessions(caller.cookieHeader, context);
  return orStartOver(open, context, async () => {
    const written = await transaction(context.db, (tx) => writeFirst(tx, request, browser, context));
    return answer(open, browser, written, context);
  });
}

async function writeFirst(
  tx: Transaction,
  { open, caller, proof, findUser, remember, via }: FirstProof,
  { browserId }: BrowserState,
  context: Context,
): Promise<Written> {
  const { settings, now } = context;
  const user = await findUser(tx);
  const factors = await findPersonFactors(tx, user.sub);
  const proofs = [proof];
  const missing = missingFactor(open.required, { proofs, factors, isSpared: false }, now);
  const mayBeSpared =
    missing !== null && missingFactor(open.required, { proofs, factors, isSpared: true }, now) === null;
  const { cookieHeader } = caller;
  const isSpared = mayBeSpared && (await checkTrustedDevice(tx, { sub: user.sub, cookieHeader, settings, now }));
  if (missing === null || isSpared) {
    const authentication = authenticatedBy(proofs, isSpared);
    const session = { open, caller, browserId, user, factors, authentication, remember, via };
    return start(tx, session, context);
  }
  const { interaction } = open;
  const after = { provedSub: user.sub, proofs, remember, wrongCodes: 0 };
  if (!(await keepProofs(tx, { hash: interaction.hash, before: interaction, after }))) throw changed();
  return { missing };
}

export type FurtherProof = Pick<NewSession, 'open' | 'caller'> & {
  /** Who shows it: see findPending(). */
  readonly pending: PendingPerson;
  /** Null where everything was shown before, and the person goes on. */
  readonly proof: Proof | null;
  /** Uses the answer up, in the transaction that counts it. @returns false if another request came first */
  readonly use: (tx: Transaction) => Promise<boolean>;
  /** The person ticked that this device is trusted. */
  readonly trustDevice: boolean;
};

/**
 * A person showed another factor: it is added to those of the sign-in that waits for it, or to the session (a step-up).
 * The answer leads on as after the first one.
 * @returns null if the answer was used before
 */
export async function acceptFurtherProof(request: FurtherProof, context: Context): Promise<HttpResponse | null> {
  const { open, caller, use, pending } = request;
  const browser = await readSessions(caller.cookieHeader, context);
  const write = pending.session === null ? writeFurther : writeStepUp;
  return orStartOver(open, context, async () => {
    const written = await transaction(context.db, async (tx) =>
      (await use(tx)) ? write(tx, request, browser, context) : null,
    );
    return written && answer(open, browser, written, context);
  });
}

async function writeFurther(
  tx: Transaction,
  request: FurtherProof,
  { browserId }: BrowserState,
  context: Context,
): Promise<Written> {
  const { open, caller, pending, proof } = request;
  const { interaction } = open;
  const user = await findUserBySub(tx, pending.sub);
  if (user === null) throw changed();
  const factors = await findPersonFactors(tx, user.sub);
  const proofs = proof === null ? interaction.proofs : [...interaction.proofs, proof];
  const missing = missingFactor(open.required, { proofs, factors, isSpared: false }, context.now);
  if (missing !== null) {
    const after = { provedSub: user.sub, proofs };
    if (!(await keepProofs(tx, { hash: interaction.hash, before: interaction, after }))) throw changed();
    return { missing };
  }
  if (!(await dropProofs(tx, interaction))) throw changed();
  const authentication = authenticatedBy(proofs);
  const { remember } = interaction;
  const via = authentication.idp === 'local' ? 'sign_in' : 'provider';
  const session = { open, caller, browserId, user, factors, authentication, remember, via } as const;
  return withTrust(tx, await start(tx, session, context), request, context);
}

async function writeStepUp(
  tx: Transaction,
  request: FurtherProof,
  browser: BrowserState,
  context: Context,
): Promise<Written> {
  const { settings, now } = context;
  const { pending, proof } = request;
  const session = browser.sessions.find(({ sid }) => sid === pending.session?.sid);
  if (proof === null) throw new Error('a session goes on without another proof');
  const stepped = session && (await stepUp(tx, { settings, browser, session, proof, now }));
  if (stepped === undefined || stepped === null) throw changed();
  const factors = await findPersonFactors(tx, pending.sub);
  return withTrust(tx, { ...stepped, session: { ...stepped.session, factors } }, request, context);
}

/**
 * Keeps the proof of a factor that the person has just added, with what else is written of it, and does not go on yet:
 * the person sees the recovery codes first.
 * @returns the Set-Cookie values of the response, or the sign-in page if the account changed in the meantime
 */
export async function keepNewFactor(
  { open, caller, pending, proof }: Pick<FurtherProof, 'open' | 'caller' | 'pending'> & { readonly proof: Proof },
  write: (tx: Transaction) => Promise<void>,
  context: Context,
): Promise<{ readonly setCookie: readonly string[] } | HttpResponse> {
  const { db, settings, now } = context;
  const { interaction } = open;
  const browser = await readSessions(caller.cookieHeader, context);
  return orStartOver(open, context, () =>
    transaction(db, async (tx) => {
      await write(tx);
      const { session } = pending;
      if (session !== null) {
        const stepped = await stepUp(tx, { settings, browser, session, proof, now });
        if (stepped === null) throw changed();
        return { setCookie: stepped.setCookie };
      }
      const after = { provedSub: pending.sub, proofs: [...interaction.proofs, proof] };
      if (!(await keepProofs(tx, { hash: interaction.hash, before: interaction, after }))) throw changed();
      return { setCookie: [] };
    }),
  );
}

type Started = Extract<Written, { readonly session: SessionWithUser }>;

/** Whoever has to set a new password gets a link to do so instead of a session, and signs in with it afterwards. */
async function start(
  tx: Transaction,
  { factors, ...rest }: NewSession & { readonly factors: AccountFactors },
  context: Context,
): Promise<Started | Extract<Written, { readonly setPassword: Handle }>> {
  const { user, authentication } = rest;
  if (factors.mustSetPassword && authentication.proofs.some(({ factor }) => factor === 'password')) {
    const link = { sub: user.sub, carries: user.passwordCarries, now: context.now };
    return { setPassword: (await createPasswordLink(tx, link)).handle };
  }
  const { mustSetPassword: _, ...own } = factors;
  const session = { ...rest, factors: own };
  const started = await startSession(tx, session, context);
  await keepUpstreamSession(tx, { session: started.session, interactionHash: session.open.interaction.hash }, context);
  return started;
}

async function withTrust(
  tx: Transaction,
  started: Exclude<Written, { readonly missing: SignInStep }>,
  { open, caller, pending, trustDevice: isTicked }: FurtherProof,
  { settings, now }: Context,
): Promise<Written> {
  if ('setPassword' in started) return started;
  const days = open.required.policy.trustedDeviceDays;
  if (!isTicked || days === 0) return started;
  const { cookieHeader, userAgent, clientAddress: address } = caller;
  const cookie = await trustDevice(tx, { sub: pending.sub, cookieHeader, settings, now, days, userAgent, address });
  return { ...started, setCookie: [...started.setCookie, cookie] };
}

async function answer(
  open: OpenInteraction,
  browser: BrowserState,
  written: Written,
  context: Context,
): Promise<HttpResponse> {
  if ('missing' in written) return leadOn(open, written.missing, null, context);
  if ('setPassword' in written) return seeOther(`${context.settings.issuer}/setup?token=${written.setPassword}`);
  const { session, setCookie } = written;
  const clean = { problem: null, isChoosing: false, typedName: null, typedEmail: null };
  await noteProgress(context.db, open.interaction.hash, clean);
  await handOver(open, browser, session, context);
  return withCookies(await continueInteraction(open, session, context), setCookie);
}

/** The sign-in page again if the account or the interaction changed between the proof and the session. */
async function orStartOver<Answer>(
  open: OpenInteraction,
  context: Context,
  work: () => Promise<Answer>,
): Promise<Answer | HttpResponse> {
  try {
    return await work();
  } catch (error) {
    if (!isAccountChanged(error)) throw error;
    return toPageWith({ problem: 'invalid_credentials' }, 'login', open, context);
  }
}

function changed(): AccountChanged {
  return new AccountChanged('the sign-in changed in the meantime');
}

/** Told by its code: the class exists once a bundle. */
function isAccountChanged(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'account_changed';
}
