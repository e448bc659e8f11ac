import { recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import { firstRecoveryCodes, storeFirstCodes } from '#lib/factors/first-codes';
import { findPersonFactors } from '#lib/factors/person-factors-store';
import type { NewRecoveryCodes } from '#lib/factors/recovery-codes';
import { recoveryCodesHtml } from '#lib/http/html';
import type { HttpResponse } from '#lib/http/types';
import { wakeJob } from '#lib/jobs/start-jobs';
import { mailJob } from '#lib/mail/queue-mail';
import { type Caller, placeOfCaller } from '#lib/sessions/caller';
import { readTimeZone } from '#lib/sessions/time-zone';
import { notifyPerson } from '#lib/users/notify-person';
import type { User } from '#lib/users/user';
import { touchUser } from '#lib/users/user-store';
import type { AccountProof } from '#lib/vocabulary/account-proof';
import { continueInteraction, toNextStep } from '../continue-interaction';
import { readSessions, sessionFor } from '../current-session';
import { findPending, type PendingPerson } from '../pending-person';
import { acceptFurtherProof, acceptNewFactor } from '../proofs/accept-further-proof';
import { changed } from '../proofs/after-proof';
import { interactionForm } from '../read-form';
import { cancelSignIn } from '../refuse-interaction';
import { toPage, toPageWith, withCookies } from '../respond';
import type { SignInAnswer } from '../second-factor/attempt';
import { newFactorMethods } from './index';
import type { ShownFactor } from './new-factor-method';
import { enrolNote } from './read';

/** POST /login/enrol/submit: adds a second factor if one is required, and continues the sign-in. */
export const handleEnrolSubmit = interactionForm(async ({ form, decision, open }, context) => {
  if (decision === 'cancel') return cancelSignIn(open, form, context);
  const browser = await readSessions(form.cookieHeader, context);
  const pending = await findPending(open, browser, context);
  if (pending === null) {
    // The factor was added to this session, which now has everything: see acceptNewFactor().
    const session = sessionFor(open, browser, context);
    const isDone = decision === 'continue' && session !== null && session.sid === open.interaction.chosenSid;
    return isDone ? continueInteraction(open, session, form, context) : toPage('login', open, context);
  }
  const { missing, session } = pending;
  switch (missing.step) {
    case 'factor':
      return toNextStep(open, missing, { session, caller: form }, context);
    case 'complete': {
      const done = { open, caller: form, pending, proof: null, trustDevice: false, use: async () => true };
      return (await acceptFurtherProof(done, context)) ?? toPage('login', open, context);
    }
    case 'enrol':
      return decision === 'save' ? addFactor({ open, form, pending }, missing, context) : null;
    default:
      return missing satisfies never;
  }
});

type Enrolling = Extract<PendingPerson['missing'], { step: 'enrol' }>;

async function addFactor(
  answer: SignInAnswer,
  { factors: addable, by }: Enrolling,
  context: Context,
): Promise<HttpResponse> {
  const { open, form, pending } = answer;
  const name = form.values.get('factor');
  const method = newFactorMethods.find(({ factor }) => factor === name && addable.includes(factor));
  if (method === undefined) return toPage('login/enrol', open, context);
  const shown = await method.check(answer, context);
  if ('problem' in shown) {
    const query = { factor: method.factor, ...shown.query };
    return toPageWith({ problem: enrolNote(method.factor, shown.problem) }, 'login/enrol', open, context, query);
  }
  const codes = await firstRecoveryCodes(pending.factors);
  const added = { ...shown, by };
  const response = codes === null ? await goOn(answer, added, context) : await showCodes(answer, added, codes, context);
  wakeJob(mailJob);
  return response;
}

type AddedFactor = ShownFactor & { readonly by: AccountProof<'person'> };

/** Adds the factor and continues the sign-in. */
async function goOn(answer: SignInAnswer, shown: AddedFactor, context: Context): Promise<HttpResponse> {
  const { open, form: caller, pending } = answer;
  const use = async (tx: Transaction) => {
    await writeFactor(tx, answer, shown, context);
    return true;
  };
  const added = { open, caller, pending, proof: shown.proof, trustDevice: false, use };
  return (await acceptFurtherProof(added, context)) ?? toPage('login', open, context);
}

/** Adds the factor with the account's first recovery codes, and shows them before the sign-in continues. */
async function showCodes(
  answer: SignInAnswer,
  shown: AddedFactor,
  codes: NewRecoveryCodes,
  context: Context,
): Promise<HttpResponse> {
  const { open, form, pending } = answer;
  const { sub } = pending;
  const { now } = context;
  const write = async (tx: Transaction) => {
    if (!(await touchUser(tx, sub, now))) throw changed();
    const factors = await findPersonFactors(tx, sub);
    const given = await storeFirstCodes(tx, shown.by, factors, codes, now);
    // Another session added the first factor meanwhile. Its codes stay, and this person has to show it.
    if (given.length === 0) throw changed();
    await writeFactor(tx, answer, shown, context);
  };
  const kept = await acceptNewFactor({ open, caller: form, pending, proof: shown.proof }, write, context);
  if (!('setCookie' in kept)) return kept;
  const next = { action: '/login/enrol/submit', interaction: open.handle, csrf: form.values.get('csrf') ?? '' };
  const page = recoveryCodesHtml({
    codes: codes.codes,
    account: codesOf(pending.user, form, context),
    frame: open.frame,
    next: { kind: 'form', ...next },
    page: 'enrol',
  });
  return withCookies(page, kept.setCookie);
}

/** What a page with new codes says of them. */
export function codesOf(
  user: Pick<User, 'username' | 'claims'>,
  { cookieHeader }: Pick<Caller, 'cookieHeader'>,
  { settings, now }: Context,
): Parameters<typeof recoveryCodesHtml>[0]['account'] {
  const timeZone = readTimeZone(user, cookieHeader, settings).name;
  return { issuer: settings.issuer, username: user.username, createdAt: now, timeZone };
}

async function writeFactor(
  tx: Transaction,
  { open, form, pending: { user } }: SignInAnswer,
  { write, by, proof, name }: AddedFactor,
  { settings, now, requestId }: Context,
): Promise<void> {
  await write(tx, by);
  const { factor } = proof;
  const facts = { person: user, client: open.client, address: form.clientAddress, requestId };
  await recordEvents(tx, [personEvent({ type: 'factor.added', ...facts, details: { factor } })], now);
  if (factor !== 'totp' && factor !== 'passkey') throw new Error(`${factor} is no factor that a person adds here`);
  const values = { factor, ...(name !== '' && { name }), ...placeOfCaller(form) };
  await notifyPerson(tx, user, { kind: 'factor_added', values }, { secret: settings.secret, now });
}
