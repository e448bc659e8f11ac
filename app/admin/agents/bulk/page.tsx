import { BulkView } from '#components/admin/list/bulk-view';
import { lastAddress } from '#components/admin/list/last-address';
import { actionProofs, proofFor } from '#lib/admin/access/action-proofs';
import { readAgentBulk } from '#lib/admin/agents/bulk-agents';
import { clientPath } from '#lib/admin/entries/entry-path';
import { formatNumber, formatUpTo } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { changeMany } from './actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit' },
  section: 'agents',
  render: async ({ admin, query, csrf }) => {
    const { title: label, bulk } = adminTexts.agents;
    const { live, limit, ...asked } = await readAgentBulk(admin, query);
    const { action } = asked;
    const ended = () => bulk.live(formatUpTo(live.people, limit), formatUpTo(live.grants, limit));
    const askedLine = live.asked > 0 ? bulk.asked(formatNumber(live.asked)) : null;
    const words = {
      title: bulk.title[action],
      text: bulk.text[action],
      textOfOne: bulk.textOfOne[action],
      live: action === 'block' || action === 'end' ? ended() : action === 'approve' ? askedLine : null,
      button: bulk.button[action],
    };
    const body = (
      <BulkView
        {...asked}
        list={{ label, href: lastAddress('/admin/agents'), hrefOf: (id) => clientPath(id) }}
        words={words}
        submit={changeMany}
        proof={proofFor(actionProofs['agents/bulk'].changeMany, { action })}
        csrf={csrf}
      />
    );
    return { title: label, body };
  },
});
