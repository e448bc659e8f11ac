import { TranslationsForm } from '#components/admin/scopes/translations-form';
import { adminPage } from '#lib/next/admin-page';
import { scopePage } from '../../scope-page';
import { withPreview } from '../../with-preview';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'scopes',
  render: scopePage('translations', (asked) =>
    withPreview('translations', asked, <TranslationsForm scope={asked.detail} form={asked.form} />),
  ),
});
