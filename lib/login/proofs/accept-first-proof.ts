import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import { run } from '#lib/db/run';
import type { Step } from '#lib/db/step';
import { transaction } from '#lib/db/transaction';
import { deleteEmailCode } from '#lib/factors/email-code-store';
import { holdPasskey } from '#lib/factors/passkeys/passkey-store';
import type { Proof } from '#lib/factors/proof';
import type { HttpResponse } from '#lib/http/types';
import { forgetNotes, keepProofs } from '#lib/interactions/interaction-store';
import { missingFactor } from '#lib/interactions/next-step';
import { authenticatedBy, type BrowserState } from '#lib/sessions/browser-state';
import { checkTrustedDevice } from '#lib/sessions/trusted-device';
import type { User } from '#lib/users/user';
import { lockUser } from '#lib/users/user-store';
import { continueInteraction } from '../continue-interaction';
import { readSessions } from '../current-session';
import { answer, changed, checkProofs, start, startOverIfChanged, type Written } from './after-proof';
import { type NewSession, prepareFirstSession } from './start-session';

type FirstProof = Pick<NewSession, 'open' | 'caller' | 'remember' | 'via'> & {
  readonly proof: Proof;
  /** The ID of the passkey that was shown. If the account loses it meanwhile, nobody is signed in. */
  readonly passkeyId?: string;
  /** Written with the session, and also if there is none. */
  readonly alongside?: readonly Step[];
  /** The person, or a function that writes the data of the sign-in in the same transaction and returns the person. */
  readonly user: User | ((tx: Transaction) => Promise<User>);
};

/**
 * Accepts the first factor of a person. A session starts if nothing else is required. Otherwise the interaction keeps
 * the proof and continues to the missing step. Returns to the sign-in page if the account changed in the meantime
 * (security #104).
 */
export async function acceptFirstProof(request: FirstProof, context: Context): Promise<HttpResponse> {
  const { open, caller, user, alongside = [] } = request;
  const { db } = context;
  const browser = await readSessions(caller.cookieHeader, context);
  const isNew = browser.browserId === null && typeof user !== 'function';
  const first = isNew ? await prepareFirstSession({ ...request, user }, context) : null;
  return startOverIfChanged(open, context, async () => {
    if (first === null) {
      await run(db, alongside);
      const written = await transaction(db, (tx) => writeFirst(tx, request, browser, context));
      return answer({ open, caller, browser }, written, context);
    }
    const { session, setCookie } = first;
    const steps = [...first.steps, forgetNotes(open.interaction)];
    const asker = { ...caller, started: { sid: session.sid, setCookie } };
    return continueInteraction(open, session, asker, context, { steps, anyway: alongside, setCookie });
  });
}

async function writeFirst(
  tx: Transaction,
  { open, caller, proof, passkeyId, user: given, remember, via }: FirstProof,
  { browserId }: BrowserState,
  context: Context,
): Promise<Written> {
  const { settings, now } = context;
  const person = await lockUnchanged(tx, typeof given === 'function' ? await given(tx) : given);
  // An undone change of address and a new role remove passkeys that somebody else added, and end the sessions.
  const held = passkeyId === undefined ? [] : holdPasskey({ id: passkeyId, sub: person.sub });
  if ((await run(tx, [held])) !== null) throw changed();
  const weighed = await checkProofs(tx, { open, caller, user: person, proofs: [proof] }, context);
  const { user, factors, proofs, missing } = weighed;
  const mayBeSpared =
    missing !== null && missingFactor(open.required, { proofs, factors, isSpared: true }, now) === null;
  const { cookieHeader } = caller;
  const { trustedDeviceDays: days } = open.required.policy;
  const isSpared = mayBeSpared && (await checkTrustedDevice(tx, { sub: user.sub, cookieHeader, settings, days, now }));
  if (missing === null || isSpared) {
    const authentication = authenticatedBy(proofs, isSpared);
    const session = { open, caller, browserId, user, factors, authentication, remember, via };
    return start(tx, session, context);
  }
  const { interaction } = open;
  const after = { provedSub: user.sub, proofs, remember, wrongCodes: 0 };
  if (!(await keepProofs(tx, { hash: interaction.hash, before: interaction, after }))) throw changed();
  // Wrong codes of an earlier start do not count.
  await deleteEmailCode(tx, interaction.hash);
  return { missing };
}

/**
 * Locks the person's account. Passwords take a while to check, and meanwhile it may have changed.
 * @returns the account as it is stored now
 * @throws AccountChanged if it was disabled, deleted or got another password (security #104)
 */
async function lockUnchanged(tx: Transaction, { sub, passwordHash }: User): Promise<User> {
  const stored = await lockUser(tx, sub);
  if (stored === null || stored.passwordHash !== passwordHash) throw changed();
  return stored;
}
