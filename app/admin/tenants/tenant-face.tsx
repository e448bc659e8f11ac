import { UsageFacts } from '#components/admin/tenants/usage-facts';
import { clientsOf, readTenant, readTenantUsage, type TenantDetail } from '#lib/admin/tenants/read-tenant';
import { tenantSection } from '#lib/admin/tenants/tenant-section';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { EntryFace } from '#views/admin/entries/view';

const texts = adminTexts.tenants;
const { label, ...pages } = texts.tabs;

/** The pages of a tenant. If it is disabled, its clients cannot use it. */
export const tenantFace = {
  section: tenantSection,
  title: texts.title,
  read: readTenant,
  head: ({ name, displayName, enabled }) => ({ key: name, title: displayName, enabled, icon: 'building', kinds: [] }),
  idLabel: adminTexts.shell.detail.id,
  tabs: { label, pages },
  guarded: {
    texts,
    warning: ({ snapshot }, { name }) => {
      const { length: clients } = clientsOf(name, snapshot);
      return clients === 0 ? null : texts.danger.asks(clients);
    },
    usage: async (admin, { name }) => <UsageFacts usage={await readTenantUsage(admin, name)} />,
  },
} satisfies EntryFace<TenantDetail>;
