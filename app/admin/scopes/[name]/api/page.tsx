import { GuideView } from '#components/admin/clients/guide-view';
import { SecretsPanel } from '#components/admin/secrets-panel';
import { guidesFor } from '#lib/admin/clients/guides/guides';
import { scopePath } from '#lib/admin/entries/entry-path';
import { notFound } from '#lib/admin/not-found';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { isAdminScope } from '#lib/scopes/admin-scopes';
import { scopePage } from '../../scope-page';

export const dynamic = 'force-dynamic';

const { guide, guideHelp } = adminTexts.scopes;

export default adminPage({
  policy: { permission: 'read' },
  section: 'scopes',
  render: scopePage('api', ({ admin, mayEdit, detail: { name, type, secrets } }) => {
    if (type !== 'resource') throw notFound();
    const facts = { issuer: admin.settings.issuer, clientId: '', redirectUri: '', scope: name };
    return (
      <>
        <SecretsPanel secrets={secrets} createHref={scopePath(name, 'secret')} canEdit={mayEdit} now={admin.now} />
        {!isAdminScope(name) && <GuideView guides={guidesFor('api', facts)} title={guide} description={guideHelp} />}
      </>
    );
  }),
});
