import { readTenantPreview } from '#lib/admin/tenants/read-preview';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { readNonce } from '#lib/next/read-page';
import { readPathKey } from '#lib/vocabulary/path-segment';
import { BrandingPreview } from '#views/admin/tenants/views/branding-preview';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'tenants',
  render: async ({ admin, params, query }) => {
    const preview = await readTenantPreview(admin, readPathKey(params.name), query);
    const { host } = new URL(admin.settings.issuer);
    const body = <BrandingPreview preview={preview} host={host} nonce={await readNonce()} />;
    return { title: adminTexts.tenants.preview.title, body, bare: true };
  },
});
