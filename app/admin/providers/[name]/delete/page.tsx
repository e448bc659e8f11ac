import { DeleteEntryForm } from '#components/admin/entries/delete-entry-form';
import { ProviderFrame } from '#components/admin/providers/provider-frame';
import { UsageFacts } from '#components/admin/providers/usage-facts';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { providerPath } from '#lib/admin/entries/entry-path';
import { readPathKey } from '#lib/admin/path-key';
import { readProvider, readProviderUsage } from '#lib/admin/providers/read-provider';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { deleteProvider } from '../../actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit' },
  section: 'providers',
  render: async ({ admin, params, csrf }) => {
    const provider = await readProvider(admin, readPathKey(params.name));
    const usage = await readProviderUsage(admin, provider.name);
    const { remove } = adminTexts.providers;
    const title = remove.title(provider.displayName);
    const body = (
      <ProviderFrame provider={provider} page={null} canTest={false}>
        <Panel title={title} description={remove.text}>
          <div className="grid gap-6">
            <UsageFacts usage={usage} />
            {provider.enabled ? (
              <Notice tone="warning">{remove.disableFirst}</Notice>
            ) : (
              <DeleteEntryForm
                name={provider.name}
                field="name"
                texts={remove}
                backHref={providerPath(provider.name)}
                action={deleteProvider}
                csrf={csrf}
              />
            )}
          </div>
        </Panel>
      </ProviderFrame>
    );
    return { title, body };
  },
});
