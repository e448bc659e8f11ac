import { GuideView } from '#components/admin/clients/guide-view';
import { ConsentPreview } from '#components/admin/scopes/consent-preview';
import { ScopeForm } from '#components/admin/scopes/scope-form';
import { DeleteScopePanel, UsedBy } from '#components/admin/scopes/scope-view';
import { SecretsPanel } from '#components/admin/secrets-panel';
import { guidesFor } from '#lib/admin/clients/guides/guides';
import { scopePath } from '#lib/admin/entries/entry-path';
import { previewLanguage, previewPerson } from '#lib/admin/scopes/preview';
import { adminTexts } from '#lib/i18n/admin/texts';
import { scopeView } from '#lib/login/scope-view';
import { adminPage } from '#lib/next/admin-page';
import { isAdminScope } from '#lib/scopes/admin-scopes';
import { entryPage } from '../../entries/entry-page';
import { scopeFace } from '../scope-face';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'scopes',
  render: entryPage(scopeFace, 'settings', (asked) => {
    const { admin, query, detail: scope, form } = asked;
    const { name, type, settings, secrets } = scope;
    const isOurs = isAdminScope(name);
    const canEdit = asked.mayEdit && !isOurs;
    return (
      <>
        <ScopeForm settings={settings} form={{ ...form, canEdit }} />
        <ConsentPreview
          face={scopeView(name, previewPerson, admin.snapshot)}
          language={previewLanguage(query)}
          path={scopePath(name)}
        />
        {type === 'resource' && (
          <SecretsPanel secrets={secrets} createHref={scopePath(name, 'secret')} canEdit={canEdit} now={admin.now} />
        )}
        {type === 'resource' && !isOurs && (
          <GuideView
            guides={guidesFor('api', { issuer: admin.settings.issuer, clientId: '', redirectUri: '', scope: name })}
            title={adminTexts.scopes.guide}
            description={adminTexts.scopes.guideHelp}
          />
        )}
        <UsedBy scope={scope} />
        {canEdit && <DeleteScopePanel scope={scope} />}
      </>
    );
  }),
});
