import { z } from 'zod';
import { findPersonFactors } from '#lib/factors/person-factors-store';
import { replaceRecoveryCodes } from '#lib/factors/recovery-code-store';
import { createRecoveryCodes } from '#lib/factors/recovery-codes';
import { form } from '#lib/forms/form';
import { recoveryCodesHtml } from '#lib/http/html';
import { type Wording, wording } from '#lib/i18n/translate';
import { wakeJob } from '#lib/jobs/start-jobs';
import { mailJob } from '#lib/mail/queue-mail';
import { notifyPerson } from '#lib/users/notify-person';
import { changeOwn } from '../change-own';
import { fresh, person, problem } from '../person';
import { personFrame } from '../person-view';

/**
 * POST /account/recovery-codes/submit: creates new codes (`renew`), which only this response shows. The previous codes
 * become void.
 */
export const recoveryCodesForm = form('/account/recovery-codes/submit', {
  who: person,
  proof: fresh,
  fields: { decision: z.literal('renew') },
  handle: async (post, _, __, context) => {
    const { settings, snapshot, now } = context;
    const { sub, user } = post.session;
    const codes = await createRecoveryCodes();
    const problems: Wording[] = [];
    await changeOwn(post, context, async (tx, stored) => {
      const { totp, passkeys } = await findPersonFactors(tx, sub);
      const hasFactor = totp || passkeys > 0;
      problems.splice(0, 1, ...(hasFactor ? [] : [wording('account.recovery_codes.needs_factor')]));
      if (!hasFactor) return [];
      await replaceRecoveryCodes(tx, post.proof, codes, now);
      const { place, origin } = post;
      const values = { factor: 'recovery', ...place } as const;
      await notifyPerson(tx, stored, { kind: 'factor_added', values }, { secret: settings.secret, now, origin });
      return [{ type: 'factor.added', details: { factor: 'recovery' } }];
    });
    const [found] = problems;
    if (found !== undefined) return problem(found);
    wakeJob(mailJob);
    const next = { kind: 'link', href: '/account/security' } as const;
    const frame = personFrame(user, snapshot);
    return { response: recoveryCodesHtml({ codes: codes.codes, page: 'account-recovery-codes', next, frame }) };
  },
});
