import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import { deleteAuthenticator, saveAuthenticator } from '#lib/factors/authenticator-store';
import { firstRecoveryCodes } from '#lib/factors/first-codes';
import { replaceRecoveryCodes } from '#lib/factors/recovery-code-store';
import { settleRemoval } from '#lib/factors/settle-removal';
import { checkTotpSetup } from '#lib/factors/totp-setup';
import { recoveryCodesHtml } from '#lib/http/html';
import { withCookies } from '#lib/http/respond';
import { wording } from '#lib/i18n/translate';
import { wakeJob } from '#lib/jobs/start-jobs';
import { problemPage } from '#lib/login/problem-page';
import { respondProblem } from '#lib/login/respond';
import { mailJob } from '#lib/mail/queue-mail';
import { policyOf, portalScope } from '#lib/protocol/policy-of';
import { tellPerson } from '#lib/users/tell-person';
import type { User } from '#lib/users/user';
import { type AccountPost, type AccountResult, accountForm } from '../account-form';
import { changeOwn } from '../change-own';
import { personFrame } from '../person-view';
import { isNeededByPolicy } from './is-needed-by-policy';
import { showInSession } from './show-in-session';

/** POST /account/authenticator/submit: adds (`save`), replaces (`replace`) or removes (`remove`) the authenticator app. */
export const handleAuthenticatorSubmit = accountForm({
  fresh: { changesFactors: true },
  typed: ['setup'],
  handle: async (post, context) => {
    switch (post.decision) {
      case 'save':
      case 'replace':
        return save(post, context);
      case 'remove':
        return remove(post, context);
      default:
        return { response: respondProblem(problemPage(400, 'invalid_request', context)) };
    }
  },
});

async function save(post: AccountPost, context: Context): Promise<AccountResult> {
  const { settings, snapshot, now } = context;
  const { secret } = settings;
  const { sub, sid, factors, user } = post.session;
  const { values } = post.form;
  const answer = { setup: values.get('setup') ?? '', code: values.get('code') ?? '' };
  const checked = checkTotpSetup(answer, { sub, boundTo: sid }, { secret, now });
  if ('problem' in checked) return { problem: wording(`factor.problem.${checked.problem}`), field: 'code' };
  const codes = await firstRecoveryCodes(factors);
  const cookies: string[] = [];
  await changeOwn(post, context, async (tx, stored) => {
    const shown = await showInSession(tx, post, { factor: 'totp', at: now }, context);
    cookies.splice(0, cookies.length, ...shown);
    await saveAuthenticator(tx, { sub, ...checked }, { secret, now });
    if (codes !== null) await replaceRecoveryCodes(tx, sub, codes, now);
    await tell(tx, stored, 'factor_added', post, context);
    return [{ type: 'factor.added', details: { factor: 'totp', replaced: factors.totp } }];
  });
  wakeJob(mailJob);
  if (codes === null) return { done: wording('account.authenticator.added'), cookies };
  const next = { kind: 'link', href: '/account/security' } as const;
  const frame = personFrame(user, snapshot);
  const page = recoveryCodesHtml({ codes: codes.codes, page: 'account-recovery-codes', next, frame });
  return { response: withCookies(page, cookies) };
}

async function remove(post: AccountPost, context: Context): Promise<AccountResult> {
  const { sub, factors } = post.session;
  const left = { policy: policyOf(portalScope, context), factors: { ...factors, totp: false } };
  if (isNeededByPolicy(left)) return { problem: wording('account.authenticator.needed') };
  if (!post.isConfirmed) {
    const heading = wording('account.authenticator.confirm');
    const text = wording('account.authenticator.confirm_text');
    return { confirm: { heading, text, button: wording('account.authenticator.remove') } };
  }
  await changeOwn(post, context, async (tx, user) => {
    if (!(await deleteAuthenticator(tx, sub))) return [];
    await settleRemoval(tx, sub);
    await tell(tx, user, 'factor_removed', post, context);
    return [{ type: 'factor.removed', details: { factor: 'totp' } }];
  });
  wakeJob(mailJob);
  return { done: wording('account.authenticator.removed'), to: '/account/security' };
}

async function tell(
  tx: Transaction,
  user: User,
  kind: 'factor_added' | 'factor_removed',
  { place }: AccountPost,
  { settings, now }: Context,
): Promise<void> {
  await tellPerson(tx, user, { kind, values: { factor: 'totp', ...place } }, { secret: settings.secret, now });
}
