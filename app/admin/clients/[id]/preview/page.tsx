import { readConsentPreview } from '#lib/admin/clients/consent-preview';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { readNonce } from '#lib/next/read-page';
import { readPathKey } from '#lib/vocabulary/path-segment';
import { ConsentPreviewPage } from '#views/admin/clients/views/consent-preview';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'clients',
  render: async ({ admin, params, query }) => {
    const preview = await readConsentPreview(admin, readPathKey(params.id), query);
    const { host } = new URL(admin.settings.issuer);
    const body = <ConsentPreviewPage {...preview} host={host} nonce={await readNonce()} />;
    return { title: adminTexts.clients.consentPreview.title, body, bare: true };
  },
});
