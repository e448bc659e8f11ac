import { SecretForm } from '#components/admin/providers/secret-form';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { besidePage } from '#views/admin/entries/views/beside';
import { providerFace } from '../../provider-face';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit' },
  section: 'providers',
  render: besidePage(providerFace, adminTexts.providers.secret.title, ({ key }, { admin }) => {
    const hasKey = typeof admin.snapshot.providers.get(key)?.keyId === 'string';
    return <SecretForm name={key} hasKey={hasKey} />;
  }),
});
