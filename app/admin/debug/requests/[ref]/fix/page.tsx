import { QuickFixView } from '#components/admin/requests/quick-fix-view';
import { readOfferedFix } from '#lib/admin/requests/apply-quick-fix';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { addKnown, addTyped } from '../../actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit' },
  section: 'debug',
  render: async ({ admin, params, csrf }) => {
    const offered = await readOfferedFix(admin, params.ref ?? '');
    const { fixes } = adminTexts.requests;
    const title = `${fixes[offered.fix.kind].offer}: ${offered.request.reference}`;
    return {
      title,
      body: <QuickFixView offered={offered} actions={{ known: addKnown, typed: addTyped }} csrf={csrf} />,
    };
  },
});
