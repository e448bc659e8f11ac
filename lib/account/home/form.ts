import { transaction } from '#lib/db/transaction';
import { form } from '#lib/forms/form';
import { once } from '#lib/forms/read-posted';
import { wording } from '#lib/i18n/translate';
import { markNoticesRead } from '#lib/users/notice-store';
import { done, person } from '../person';

/** More than a page shows. */
const maximumIds = 50;
const maximumLength = 10_000;

/**
 * POST /account/notices/submit: marks the notices that the page showed as read, or declines an offer. Newer notices
 * stay.
 */
export const noticesForm = form('/account/notices/submit', {
  who: person,
  proof: 'none',
  page: '/account',
  fields: { notices: once(maximumLength), decision: once(20) },
  handle: async (post, { notices, decision }, _, context) => {
    const { db, now } = context;
    const ids = notices.split(' ').slice(0, maximumIds);
    await transaction(db, (tx) => markNoticesRead(tx, { sub: post.session.sub, ids }, now));
    // No message is needed: the offer disappears from the page.
    if (decision === 'decline') return { goTo: '/account' };
    return done(wording('account.notices.done'), post, context);
  },
});
