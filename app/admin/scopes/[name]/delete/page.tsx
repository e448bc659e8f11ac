import { Confirmation } from '#components/admin/entries/confirmation';
import { UsedBy } from '#components/admin/scopes/scope-view';
import { actionProofs } from '#lib/admin/access/action-proofs';
import { scopePath } from '#lib/admin/entries/entry-path';
import { notFound } from '#lib/admin/not-found';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { deleteEntry } from '../../../actions';
import { inFrame, openEntry, ownerOf } from '../../../entries/entry-face';
import { scopeFace } from '../../scope-face';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit' },
  section: 'scopes',
  render: async (request) => {
    const opened = await openEntry(scopeFace, request);
    const { detail: scope, head } = opened;
    if (!scope.configured) throw notFound();
    const texts = adminTexts.confirmations.scopes[scope.builtIn ? 'reset' : 'delete'];
    const title = texts.title(scope.name);
    const proof = actionProofs.entries.deleteEntry;
    const form = { action: deleteEntry, csrf: request.csrf, proof, hidden: ownerOf(scopeFace, head) };
    const body = (
      <Confirmation
        title={title}
        texts={texts}
        facts={<UsedBy scope={scope} />}
        typed={scope.name}
        form={form}
        backHref={scopePath(scope.name)}
      />
    );
    return { title, body: inFrame(scopeFace, { ...opened, page: null }, body) };
  },
});
