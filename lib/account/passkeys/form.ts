import { z } from 'zod';
import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import { isUniqueViolation } from '#lib/db/transaction';
import { cleanUpAfterRemoval } from '#lib/factors/clean-up-after-removal';
import { asksTwice, isTwoStep, type PersonFactors, twoStepReasons } from '#lib/factors/decide-factor';
import { firstRecoveryCodes, storeFirstCodes } from '#lib/factors/first-codes';
import { authenticatorName, relyingParty } from '#lib/factors/passkeys/passkey';
import { countPasskeys, insertPasskey, removePasskey, renamePasskey } from '#lib/factors/passkeys/passkey-store';
import { finishRegistration } from '#lib/factors/passkeys/registration';
import { findPersonFactors } from '#lib/factors/person-factors-store';
import { form } from '#lib/forms/form';
import { once, text } from '#lib/forms/read-posted';
import { noPage, recoveryCodesHtml } from '#lib/http/html';
import { defaultLimits } from '#lib/http/limits';
import { withCookies } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import { type Wording, wording } from '#lib/i18n/translate';
import { wakeJob } from '#lib/jobs/start-jobs';
import { codesOf } from '#lib/login/enrol/submit';
import { mailJob } from '#lib/mail/queue-mail';
import { policyOf, portalScope } from '#lib/protocol/policy-of';
import { hasUsableIdentity } from '#lib/users/identity-store';
import { type Alarm, notifyPerson } from '#lib/users/notify-person';
import type { User } from '#lib/users/user';
import { line } from '#lib/vocabulary/text';
import { doneAddress } from '../account-answer';
import { changeOwn } from '../change-own';
import { showInSession } from '../factors/form';
import { type AccountAnswer, done, type Fresh, fresh, person, problem, type SignedIn } from '../person';
import { personFrame } from '../person-view';
import { type PasskeyView, passkeysOn, readPasskey } from './read';
import { findRemovalProblem, type RemovalSituation } from './removal-problem';

/** POST /account/passkeys/ID/submit: renames or removes the passkey. */
const passkeyForm = form('/account/passkeys/[id]/submit', {
  who: person,
  proof: fresh,
  fields: { name: text(10_000), decision: z.enum(['save', 'remove']) },
  handle: async (post, { name, decision }, _, context) => {
    const id = post.path.slice(post.path.lastIndexOf('/') + 1);
    const passkey = await readPasskey(post.session.user, id, context);
    if (passkey === null) return { response: noPage(context) };
    switch (decision) {
      case 'save':
        return rename(passkey, name, post, context);
      case 'remove':
        return remove(passkey, post, context);
    }
  },
});

async function rename({ id }: PasskeyView, name: string, post: Fresh, context: Context): Promise<AccountAnswer> {
  if (!passkeyName.safeParse(name).success) return problem(wording('passkey.edit.problem.name'), 'name');
  await changeOwn(post, context, async (tx, { sub }) =>
    (await renamePasskey(tx, { id, sub }, name))
      ? [{ type: 'factor.updated', details: { factor: 'passkey', id } }]
      : [],
  );
  return done(wording('passkey.edit.saved'), post, context, { to: list });
}

async function readSituation(tx: Transaction, user: User, context: Context): Promise<RemovalSituation> {
  return {
    policy: policyOf(portalScope, context),
    factors: await findPersonFactors(tx, user.sub),
    hasPassword: user.passwordHash !== null,
    hasIdentity: await hasUsableIdentity(tx, user.sub, context.snapshot.providers),
  };
}

async function remove({ id, name }: PasskeyView, post: Fresh, context: Context): Promise<AccountAnswer> {
  if (!post.isConfirmed) {
    const heading = name === '' ? wording('passkey.edit.remove') : wording('passkey.edit.confirm.heading', { name });
    const text = removalText(post.session.factors, context);
    return { again: { confirm: { heading, text, button: wording('passkey.edit.remove') } } };
  }
  const { settings, now } = context;
  const telling = { secret: settings.secret, now, origin: post.origin };
  const refused = await changeOwn(post, context, async (tx, user) => {
    const found = findRemovalProblem(await readSituation(tx, user, context));
    if (found !== null) return { refused: problem(wording(`passkey.edit.problem.${found}`)) };
    if (!(await removePasskey(tx, post.proof, id))) return [];
    await cleanUpAfterRemoval(tx, post.proof);
    await notifyPerson(tx, user, passkeyAlarm('factor_removed', name, post), telling);
    return [{ type: 'factor.removed', details: { factor: 'passkey', id } }];
  });
  if (refused !== null) return refused;
  wakeJob(mailJob);
  return done(wording('passkey.edit.removed'), post, context, { to: list });
}

/** What the removal of a passkey changes about two-step verification. Trusted devices matter only while it is on. */
function removalText(factors: PersonFactors, context: Context): Wording {
  const policy = policyOf(portalScope, context);
  if (!asksTwice({ policy, factors })) return wording('passkey.edit.confirm.text');
  const left = { ...factors, passkeys: factors.passkeys - 1 };
  return wording(
    isTwoStep({ policy, factors: left }) ? 'passkey.edit.confirm.text_on' : 'passkey.edit.confirm.text_ends',
  );
}

/** More devices than any person has. */
const mostPasskeys = 50;

/** POST /account/passkeys/new/submit: the answer of the browser, in the field `passkey`, and a name. */
const newPasskeyForm = form('/account/passkeys/new/submit', {
  who: person,
  proof: fresh,
  fields: { name: text(10_000), passkey: once(defaultLimits.pageBodyBytes) },
  handle: async (post, { name: typed, passkey }, _, context) => {
    if (!passkeysOn(context)) return { response: noPage(context) };
    const { db, settings, now } = context;
    if (typed !== '' && !passkeyName.safeParse(typed).success) {
      return problem(wording('passkey.edit.problem.name'), 'name');
    }
    const { sub, sid, factors } = post.session;
    const ceremony = { rp: relyingParty(settings), now };
    const result = await finishRegistration(db, passkey, { sub, boundTo: sid }, ceremony);
    if ('problem' in result) {
      const isLate = result.problem === 'challenge';
      return problem(wording(isLate ? 'passkey.problem.passkey_expired' : 'passkey.new.failed'));
    }
    const { made, proof } = result;
    const telling = { secret: settings.secret, now, origin: post.origin };
    const cookies: string[] = [];
    const name = typed === '' ? (authenticatorName(made.aaguid) ?? '') : typed;
    const codes: string[] = [];
    const first = await firstRecoveryCodes(factors);
    try {
      const refused = await changeOwn(post, context, async (tx, user) => {
        if ((await countPasskeys(tx, sub)) >= mostPasskeys)
          return { refused: problem(wording('passkey.new.too_many')) };
        const present = await findPersonFactors(tx, sub);
        codes.splice(0, codes.length, ...(await storeFirstCodes(tx, post.proof, present, first, now)));
        await insertPasskey(tx, post.proof, { ...made, name });
        const shown = await showInSession(tx, post, proof, context);
        cookies.splice(0, cookies.length, ...shown);
        await notifyPerson(tx, user, passkeyAlarm('factor_added', name, post), telling);
        return [{ type: 'factor.added', details: { factor: 'passkey', id: made.id, aaguid: made.aaguid } }];
      });
      if (refused !== null) return refused;
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      return problem(wording('passkey.new.exists'));
    }
    wakeJob(mailJob);
    const created = createdWords(post.session, context);
    if (codes.length === 0) return done(created, post, context, { to: list, cookies });
    return { response: withCookies(showCodes(codes, created, post, context), cookies) };
  },
});

const list = '/account/passkeys';

/** Says whether the password alone is still enough to sign in. */
function createdWords({ user, factors }: SignedIn['session'], context: Context): Wording {
  const policy = policyOf(portalScope, context);
  const asksNobody = policy.secondFactor === 'off';
  const reasons = twoStepReasons({ policy, factors: { ...factors, passkeys: factors.passkeys + 1 } });
  if (user.passwordHash === null || reasons.includes('required')) return wording('passkey.new.done');
  if (asksNobody || reasons.length === 0) return wording('passkey.new.done_beside');
  return wording(reasons.includes('role') ? 'passkey.new.done_role' : 'passkey.new.done');
}

/** Shows the recovery codes that come with the first second factor, and leads to the passkeys. */
function showCodes(
  codes: readonly string[],
  created: Wording,
  { session, caller }: SignedIn,
  context: Context,
): HttpResponse {
  const next = { kind: 'link', href: doneAddress(created, { sub: session.sub, path: list }, context) } as const;
  const frame = personFrame(session.user, context.snapshot);
  return recoveryCodesHtml({
    codes,
    account: codesOf(session.user, caller, context),
    frame,
    next,
    page: 'account-recovery-codes',
  });
}

type Kind = 'factor_added' | 'factor_removed';

/**
 * The notice about a passkey that was added or removed.
 * @param name empty for a passkey without a name
 */
function passkeyAlarm(kind: Kind, name: string, { place }: Pick<SignedIn, 'place'>): Alarm {
  return { kind, values: { factor: 'passkey', ...(name !== '' && { name }), ...place } };
}

/** The name that a person gives a passkey. */
const passkeyName = line(100);

export const passkeyForms = [newPasskeyForm, passkeyForm];
