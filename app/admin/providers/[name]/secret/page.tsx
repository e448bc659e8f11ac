import { ProviderFrame } from '#components/admin/providers/provider-frame';
import { SecretForm } from '#components/admin/providers/secret-form';
import { readPathKey } from '#lib/admin/path-key';
import { readProvider } from '#lib/admin/providers/read-provider';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { replaceSecret } from '../../actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit', fresh: true },
  section: 'providers',
  render: async ({ admin, params, csrf }) => {
    const provider = await readProvider(admin, readPathKey(params.name));
    const body = (
      <ProviderFrame provider={provider} page={null} canTest={false}>
        <SecretForm name={provider.name} action={replaceSecret} csrf={csrf} />
      </ProviderFrame>
    );
    return { title: `${adminTexts.providers.secret.title}: ${provider.displayName}`, body };
  },
});
