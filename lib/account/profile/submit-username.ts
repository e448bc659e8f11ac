import { isUniqueViolation } from '#lib/db/transaction';
import { form } from '#lib/forms/form';
import { text } from '#lib/forms/read-posted';
import { wording } from '#lib/i18n/translate';
import { wakeJob } from '#lib/jobs/start-jobs';
import { mailJob } from '#lib/mail/queue-mail';
import { type AddressLimit, reserveAddress } from '#lib/ratelimit/reserve-address';
import { updateAccount } from '#lib/sessions/update-account';
import { notifyPerson } from '#lib/users/notify-person';
import { mayHaveName, parseUsername } from '#lib/users/username';
import { changeOwn } from '../change-own';
import { done, fresh, person, problem } from '../person';

/** The form reveals that a name is taken. The limit stops a person who tries a thousand names. */
const attempts: AddressLimit = { name: 'rename', perAddress: 20, windowSeconds: 3600 };

/**
 * POST /account/username/submit: changes the username, with which the person signs in. No other account may have the
 * same name in any spelling.
 */
export const usernameForm = form('/account/username/submit', {
  who: person,
  proof: fresh,
  fields: { username: text(10_000) },
  handle: async (post, { username: typed }, _, context) => {
    const field = 'username';
    if (typed === '') return problem(wording('login.problem.missing_username'), field);
    const name = parseUsername(typed);
    // security #116: a name in the form of an address belongs to the account that verified it.
    if (name === null || !mayHaveName(name, post.session.user.claims)) {
      return problem(wording('account.username.problem.username_invalid'), field);
    }
    const { allowed } = await reserveAddress(context.db, post.caller.clientAddress, attempts, context.now);
    if (!allowed) return problem(wording('error.too_many_requests.text'), field);
    try {
      await changeOwn(post, context, async (tx, user) => {
        if (name.username === user.username) return [];
        const by = { actor: { kind: 'user', id: user.sub, name: user.username } } as const;
        const change = { before: user, after: { ...user, ...name } };
        await updateAccount(tx, post.proof, change, { now: context.now, by });
        const { place, origin } = post;
        const alarm = { kind: 'username_changed', values: { username: name.username, ...place } } as const;
        await notifyPerson(tx, user, alarm, { secret: context.settings.secret, now: context.now, origin });
        return [{ type: 'user.updated', details: { changed: ['username'] } }];
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      return problem(wording('sign_up.problem.username_taken'), field);
    }
    wakeJob(mailJob);
    return done(wording('account.username.done'), post, context, { to: '/account' });
  },
});
