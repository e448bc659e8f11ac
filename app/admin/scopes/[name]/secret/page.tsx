import { NewSecretForm } from '#components/admin/new-secret-form';
import { ScopeFrame } from '#components/admin/scopes/scope-view';
import { Panel } from '#components/ui/panel';
import { scopePath } from '#lib/admin/entries/entry-path';
import { readPathKey } from '#lib/admin/path-key';
import { readScope } from '#lib/admin/scopes/read-scope';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { addScopeSecret } from '../../actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit', fresh: true },
  section: 'scopes',
  render: async ({ admin, params, csrf }) => {
    const scope = await readScope(admin, readPathKey(params.name));
    const { title } = adminTexts.clients.secret;
    const body = (
      <ScopeFrame scope={scope}>
        <Panel title={title}>
          <NewSecretForm
            action={addScopeSecret}
            csrf={csrf}
            owner={{ name: scope.name }}
            backHref={scopePath(scope.name)}
          />
        </Panel>
      </ScopeFrame>
    );
    return { title: `${title}: ${scope.name}`, body };
  },
});
