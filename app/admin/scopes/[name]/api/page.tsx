import { ForTheApi } from '#components/admin/scopes/for-the-api';
import { SecretsPanel } from '#components/admin/secrets';
import { guidesFor } from '#lib/admin/clients/guides/guides';
import { scopePath } from '#lib/admin/entries/entry-path';
import { notFound } from '#lib/admin/not-found';
import { scopesOfApi } from '#lib/admin/scopes/describe-api';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { isAdminScope } from '#lib/scopes/admin-scopes';
import { audienceOf } from '#lib/scopes/audience';
import { GuideView } from '#views/admin/clients/views/guide';
import { scopePage } from '../../scope-page';

export const dynamic = 'force-dynamic';

const { guide, guideHelp } = adminTexts.scopes;

export default adminPage({
  policy: { permission: 'read' },
  section: 'scopes',
  render: scopePage('api', ({ admin, mayEdit, detail: { name, type, secrets } }) => {
    if (type !== 'resource') throw notFound();
    const { scopes } = admin.snapshot;
    const scope = scopes.get(name);
    const resource = scope?.resource ?? null;
    const audience = scope === undefined ? name : audienceOf(scope);
    const facts = { issuer: admin.settings.issuer, clientId: '', redirectUri: '', scope: name, audience };
    return (
      <>
        <SecretsPanel secrets={secrets} createHref={scopePath(name, 'secret')} canEdit={mayEdit} now={admin.now} />
        {resource !== null && (
          <ForTheApi resource={resource} scopes={scopesOfApi(resource, scopes)} issuer={facts.issuer} />
        )}
        {!isAdminScope(name) && <GuideView guides={guidesFor('api', facts)} title={guide} description={guideHelp} />}
      </>
    );
  }),
});
