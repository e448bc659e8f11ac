import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { findPersonFactors } from '#lib/factors/person-factors-store';
import { linkOf, type Proof } from '#lib/factors/proof';
import type { HttpResponse } from '#lib/http/types';
import { chooseSession, dropProofs, keepProofs } from '#lib/interactions/interaction-store';
import type { SignInStep } from '#lib/interactions/next-step';
import { authenticatedBy, type BrowserState } from '#lib/sessions/browser-state';
import { stepUp } from '#lib/sessions/step-up';
import { trustDevice } from '#lib/sessions/trusted-device';
import { lockUser } from '#lib/users/user-store';
import { readSessions } from '../current-session';
import type { PendingPerson } from '../pending-person';
import { answer, changed, checkProofs, retryIfTaken, start, startOverIfChanged, type Written } from './after-proof';
import type { NewSession } from './start-session';

type FurtherProof = Pick<NewSession, 'open' | 'caller'> & {
  /** The person who shows it: see findPending(). */
  readonly pending: PendingPerson;
  /** Null if everything was already shown and the person continues. */
  readonly proof: Proof | null;
  /** Uses up the answer, in the transaction that accepts it. @returns false if another request came first */
  readonly use: (tx: Transaction) => Promise<boolean>;
  /** Whether the person selected to trust this device. */
  readonly trustDevice: boolean;
};

/**
 * Accepts another factor of a person. It is added to those of the waiting sign-in, or to the session (a step-up). The
 * sign-in then continues as after the first factor.
 * @returns null if the answer was already used
 */
export async function acceptFurtherProof(request: FurtherProof, context: Context): Promise<HttpResponse | null> {
  const { open, caller, use, pending } = request;
  const browser = await readSessions(caller.cookieHeader, context);
  const write = pending.session === null ? writeFurther : writeStepUp;
  return startOverIfChanged(open, context, async () => {
    const written = await retryIfTaken(() =>
      transaction(context.db, async (tx) => ((await use(tx)) ? write(tx, request, browser, context) : null)),
    );
    return written && answer({ open, caller, browser }, written, context);
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
  const person = await lockUser(tx, pending.sub);
  if (person === null) throw changed();
  const shown = proof === null ? interaction.proofs : [...interaction.proofs, proof];
  const weighed = await checkProofs(tx, { open, caller, user: person, proofs: shown }, context);
  const { user, factors, proofs, missing } = weighed;
  if (missing !== null) {
    const after = { provedSub: user.sub, proofs };
    if (!(await keepProofs(tx, { hash: interaction.hash, before: interaction, after }))) throw changed();
    return { missing };
  }
  if (!(await dropProofs(tx, interaction))) throw changed();
  const authentication = authenticatedBy(proofs);
  const { remember } = interaction;
  const ownPage = authentication.idp === 'local' ? 'sign_in' : 'provider';
  const via = linkOf(shown) === null ? ownPage : 'link';
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
  if (!stepped) throw changed();
  const factors = await findPersonFactors(tx, pending.sub);
  return withTrust(tx, { ...stepped, session: { ...stepped.session, factors } }, request, context);
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

/**
 * Stores a factor that the person has just added, and keeps its proof. The sign-in does not continue yet, because the
 * person sees the recovery codes first.
 * @returns the Set-Cookie values of the response, or the sign-in page if the account changed in the meantime
 */
export async function acceptNewFactor(
  { open, caller, pending, proof }: Pick<FurtherProof, 'open' | 'caller' | 'pending'> & { readonly proof: Proof },
  write: (tx: Transaction) => Promise<void>,
  context: Context,
): Promise<{ readonly setCookie: readonly string[] } | HttpResponse> {
  const { db, settings, now } = context;
  const { interaction } = open;
  const browser = await readSessions(caller.cookieHeader, context);
  return startOverIfChanged(open, context, () =>
    transaction(db, async (tx) => {
      await write(tx);
      const { session } = pending;
      if (session !== null) {
        const stepped = await stepUp(tx, { settings, browser, session, proof, now });
        if (stepped === null) throw changed();
        await chooseSession(tx, interaction.hash, session.sid);
        return { setCookie: stepped.setCookie };
      }
      const after = { provedSub: pending.sub, proofs: [...interaction.proofs, proof] };
      if (!(await keepProofs(tx, { hash: interaction.hash, before: interaction, after }))) throw changed();
      return { setCookie: [] };
    }),
  );
}
