import { ScopeForm } from '#components/admin/scopes/scope-form';
import { DeleteScopePanel } from '#components/admin/scopes/scope-view';
import { adminPage } from '#lib/next/admin-page';
import { scopePage } from '../scope-page';
import { withPreview } from '../with-preview';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'scopes',
  render: scopePage('settings', (asked) => (
    <>
      {withPreview('settings', asked, <ScopeForm settings={asked.detail.settings} form={asked.form} />)}
      {asked.mayEdit && <DeleteScopePanel scope={asked.detail} />}
    </>
  )),
});
