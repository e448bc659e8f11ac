import { GuideView } from '#components/admin/clients/guide-view';
import { ConsentPreview } from '#components/admin/scopes/consent-preview';
import { ScopeForm } from '#components/admin/scopes/scope-form';
import { DeleteScopePanel, ScopeFrame, UsedBy } from '#components/admin/scopes/scope-view';
import { SecretsPanel } from '#components/admin/secrets-panel';
import { canEdit } from '#lib/admin/clients/client-choices';
import { guidesFor } from '#lib/admin/clients/guides/guides';
import { scopePath } from '#lib/admin/entries/entry-path';
import { readPathKey } from '#lib/admin/path-key';
import { previewLanguage, previewPerson } from '#lib/admin/scopes/preview';
import { readScope } from '#lib/admin/scopes/read-scope';
import { adminTexts } from '#lib/i18n/admin/texts';
import { scopeView } from '#lib/login/scope-view';
import { adminPage } from '#lib/next/admin-page';
import { isAdminScope } from '#lib/scopes/admin-scopes';
import { deleteScope, deleteScopeSecret, saveScope } from '../actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'scopes',
  render: async ({ admin, params, query, csrf }) => {
    const scope = await readScope(admin, readPathKey(params.name));
    const mayEdit = canEdit(admin) && !isAdminScope(scope.name);
    const path = scopePath(scope.name);
    const body = (
      <ScopeFrame scope={scope} saved={query.saved === '1'}>
        <ScopeForm scope={scope} action={saveScope} csrf={csrf} canEdit={mayEdit} />
        <ConsentPreview
          face={scopeView(scope.name, previewPerson, admin.snapshot)}
          language={previewLanguage(query)}
          path={path}
        />
        {scope.type === 'resource' && (
          <SecretsPanel
            secrets={scope.secrets}
            owner={{ name: scope.name }}
            createHref={scopePath(scope.name, 'secret')}
            action={deleteScopeSecret}
            csrf={csrf}
            canEdit={mayEdit}
            now={admin.now}
          />
        )}
        {scope.type === 'resource' && !isAdminScope(scope.name) && (
          <GuideView
            guides={guidesFor('api', {
              issuer: admin.settings.issuer,
              clientId: '',
              redirectUri: '',
              scope: scope.name,
            })}
            title={adminTexts.scopes.guide}
            description={adminTexts.scopes.guideHelp}
          />
        )}
        <UsedBy scope={scope} />
        {mayEdit && <DeleteScopePanel scope={scope} action={deleteScope} csrf={csrf} />}
      </ScopeFrame>
    );
    return { title: scope.name, body };
  },
});
