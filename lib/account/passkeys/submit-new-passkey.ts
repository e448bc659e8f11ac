import type { Context } from '#lib/context';
import { isUniqueViolation } from '#lib/db/transaction';
import { firstRecoveryCodes, giveFirstCodes } from '#lib/factors/first-codes';
import { authenticatorName } from '#lib/factors/passkeys/authenticator-name';
import { countPasskeys, insertPasskey } from '#lib/factors/passkeys/passkey-store';
import { finishRegistration } from '#lib/factors/passkeys/registration';
import { relyingParty } from '#lib/factors/passkeys/relying-party';
import { findPersonFactors } from '#lib/factors/person-factors-store';
import { noPage, recoveryCodesHtml } from '#lib/http/html';
import { withCookies } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import { type Wording, wording } from '#lib/i18n/translate';
import { wakeJob } from '#lib/jobs/start-jobs';
import { mailJob } from '#lib/mail/queue-mail';
import { tellPerson } from '#lib/users/notify-person';
import { sealAnswer } from '../account-answer';
import { type AccountPost, accountForm } from '../account-form';
import { changeOwn } from '../change-own';
import { showInSession } from '../factors/show-in-session';
import { personFrame } from '../person-view';
import { passkeyAlarm } from './passkey-alarm';
import { passkeyName } from './passkey-name';
import { passkeysOn } from './passkeys-on';

/** More devices than any person has. */
const mostPasskeys = 50;

/** POST /account/passkeys/new/submit: the answer of the browser, in the field `passkey`, and a name. */
export const handleNewPasskey = accountForm({
  fresh: { changesFactors: true },
  typed: ['name'],
  handle: async (post, context) => {
    if (!passkeysOn(context)) return { response: noPage(context) };
    const { db, settings, now } = context;
    const { values } = post.form;
    const typed = values.get('name')?.trim() ?? '';
    if (typed !== '' && !passkeyName.safeParse(typed).success) {
      return { problem: wording('passkey.edit.problem.name'), field: 'name' };
    }
    const { sub, sid, factors } = post.session;
    const ceremony = { rp: relyingParty(settings), now };
    const result = await finishRegistration(db, values.get('passkey') ?? '', { sub, boundTo: sid }, ceremony);
    if ('problem' in result) {
      const isLate = result.problem === 'challenge';
      return { problem: wording(isLate ? 'passkey.problem.passkey_expired' : 'passkey.new.failed') };
    }
    const { made, proof } = result;
    const telling = { secret: settings.secret, now, origin: post.origin };
    const cookies: string[] = [];
    const name = typed === '' ? (authenticatorName(made.aaguid) ?? '') : typed;
    const codes: string[] = [];
    const problems: Wording[] = [];
    const created = await firstRecoveryCodes(factors);
    try {
      await changeOwn(post, context, async (tx, user) => {
        const isFull = (await countPasskeys(tx, sub)) >= mostPasskeys;
        problems.splice(0, 1, ...(isFull ? [wording('passkey.new.too_many')] : []));
        if (isFull) return [];
        const present = await findPersonFactors(tx, sub);
        codes.splice(0, codes.length, ...(await giveFirstCodes(tx, post.proof, present, created, now)));
        await insertPasskey(tx, post.proof, { ...made, name });
        const shown = await showInSession(tx, post, proof, context);
        cookies.splice(0, cookies.length, ...shown);
        await tellPerson(tx, user, passkeyAlarm('factor_added', name, post), telling);
        return [{ type: 'factor.added', details: { factor: 'passkey', id: made.id, aaguid: made.aaguid } }];
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      return { problem: wording('passkey.new.exists') };
    }
    const [problem] = problems;
    if (problem !== undefined) return { problem };
    wakeJob(mailJob);
    const done = wording('passkey.new.done');
    if (codes.length === 0) return { done, to: list, cookies };
    return { response: withCookies(showCodes(codes, done, post, context), cookies) };
  },
});

const list = '/account/passkeys';

/** Shows the recovery codes that come with the first second factor, and leads to the passkeys. */
function showCodes(
  codes: readonly string[],
  { key }: Wording,
  { session }: AccountPost,
  context: Context,
): HttpResponse {
  const kept = { kind: 'done', words: { key, values: {} } } as const;
  const answer = sealAnswer(kept, { sub: session.sub, path: list }, context);
  const next = { kind: 'link', href: `${list}?${new URLSearchParams({ answer })}` } as const;
  const frame = personFrame(session.user, context.snapshot);
  return recoveryCodesHtml({ codes, frame, next, page: 'account-recovery-codes' });
}
