import { TestView } from '#components/admin/providers/test-view';
import { readLastTest } from '#lib/admin/providers/read-connection';
import { readProvider } from '#lib/admin/providers/read-provider';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { readPathKey } from '#lib/vocabulary/path-segment';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit' },
  section: 'providers',
  render: async ({ admin, params, csrf }) => {
    const provider = await readProvider(admin, readPathKey(params.name));
    const last = await readLastTest(admin, provider.name);
    return {
      title: adminTexts.providers.test.title(provider.displayName),
      body: <TestView provider={provider} last={last} csrf={csrf} />,
    };
  },
});
