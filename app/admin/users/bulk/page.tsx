import { BulkView } from '#components/admin/list/bulk-view';
import { lastAddress } from '#components/admin/list/last-address';
import { actionProofs } from '#lib/admin/access/action-proofs';
import { readUserBulk } from '#lib/admin/users/bulk-users';
import { userPath } from '#lib/admin/users/user-path';
import { formatUpTo } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { changeMany } from './actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit' },
  section: 'users',
  render: async ({ admin, query, csrf }) => {
    const { title: label, bulk } = adminTexts.users;
    const { live, limit, ...asked } = await readUserBulk(admin, query);
    const { action } = asked;
    const words = {
      title: bulk.title[action],
      text: bulk.text[action],
      textOfOne: bulk.textOfOne[action],
      live: action === 'enable' ? null : bulk.live(formatUpTo(live.sessions, limit), formatUpTo(live.grants, limit)),
      button: bulk.button[action],
      note: adminTexts.shell.form.auditedReasonHelp,
    };
    const body = (
      <BulkView
        {...asked}
        list={{ label, href: lastAddress('/admin/users'), hrefOf: userPath }}
        words={words}
        submit={changeMany}
        proof={actionProofs['users/bulk'].changeMany}
        csrf={csrf}
      />
    );
    return { title: label, body };
  },
});
