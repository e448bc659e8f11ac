import { DeleteScope } from '#components/admin/scopes/delete-scope';
import { actionProofs } from '#lib/admin/access/action-proofs';
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
    const { title } = adminTexts.confirmations.scopes[scope.builtIn ? 'reset' : 'delete'];
    const proof = actionProofs.entries.deleteEntry;
    const form = { action: deleteEntry, csrf: request.csrf, proof, hidden: ownerOf(scopeFace, head) };
    const body = <DeleteScope scope={scope} form={form} />;
    return { title: title(scope.name), body: inFrame(scopeFace, { ...opened, page: null }, body) };
  },
});
