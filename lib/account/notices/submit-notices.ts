import { transaction } from '#lib/db/transaction';
import { seeOther } from '#lib/http/respond';
import { wording } from '#lib/i18n/translate';
import { markNoticesRead } from '#lib/users/notice-store';
import { accountForm } from '../account-form';

/** More than a page shows. */
const maximumIds = 50;

/**
 * POST /account/notices/submit: marks the notices that the page showed as read, or declines an offer. Newer notices
 * stay.
 */
export const handleNoticesSubmit = accountForm({
  page: '/account',
  handle: async ({ session, form, decision }, { db, now, settings }) => {
    const ids = (form.values.get('notices') ?? '').split(' ').slice(0, maximumIds);
    await transaction(db, (tx) => markNoticesRead(tx, { sub: session.sub, ids }, now));
    // No message is needed: the offer disappears from the page.
    if (decision === 'decline') return { response: seeOther(`${settings.issuer}/account`) };
    return { done: wording('account.notices.done') };
  },
});
