import { DeleteScope } from '#components/admin/scopes/delete-scope';
import { entryForm } from '#lib/admin/entries/entry-forms';
import { notFound } from '#lib/admin/not-found';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { inFrame, openEntry } from '#views/admin/entries/view';
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
    const form = entryForm(scopeFace.section, 'delete').about({ name: head.key });
    const body = <DeleteScope scope={scope} form={form} />;
    return { title: title(scope.name), body: inFrame(scopeFace, { ...opened, page: null }, body) };
  },
});
