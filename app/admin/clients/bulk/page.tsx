import { BulkView } from '#components/admin/list/bulk-view';
import { lastAddress } from '#components/admin/list/last-address';
import { actionProofs, proofFor } from '#lib/admin/access/action-proofs';
import { readClientBulk } from '#lib/admin/clients/bulk-clients';
import { clientPath } from '#lib/admin/entries/entry-path';
import { formatUpTo } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { changeMany } from './actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit' },
  section: 'clients',
  render: async ({ admin, query, csrf }) => {
    const { title: label, list } = adminTexts.clients;
    const { live, limit, ...asked } = await readClientBulk(admin, query);
    const { action } = asked;
    const { title, text, textOfOne, button } = list.bulk;
    const words = {
      title: title[action],
      text: text[action],
      textOfOne: textOfOne[action],
      live: action === 'enable' ? null : list.bulk.live(formatUpTo(live.people, limit), formatUpTo(live.grants, limit)),
      button: button[action],
    };
    const body = (
      <BulkView
        {...asked}
        list={{ label, href: lastAddress('/admin/clients'), hrefOf: (id) => clientPath(id) }}
        words={words}
        submit={changeMany}
        proof={proofFor(actionProofs['clients/bulk'].changeMany, { action })}
        csrf={csrf}
      />
    );
    return { title: label, body };
  },
});
