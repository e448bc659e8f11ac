import { formatNumber } from '#lib/i18n/admin/format';
import { shell } from '#lib/i18n/admin/shell';

/** The pages of the tenants. */
export const texts = {
  title: 'Tenants',
  description: 'Customers or departments with their own branding, identity providers and users.',
  create: 'New tenant',
  submit: 'Create tenant',
  disabled: 'Disabled',
  list: {
    caption: 'Tenants by name',
    search: 'Search name',
    columns: { name: 'Name', look: 'Colors', providers: 'Providers', clients: 'Clients' },
    everyProvider: 'All',
    noProvider: 'None',
    portalLook: 'Default',
    empty: 'No tenants yet',
    emptyText:
      'Give a customer its own sign-in page and users. Assign clients to a tenant, or request it with acr_values=tenant:ID.',
    none: shell.list.none('tenants'),
  },
  tabs: { label: 'Pages of this tenant', settings: 'Settings', branding: 'Branding', activity: 'Activity' },
  usage: {
    title: 'Usage',
    clients: 'Clients',
    noClients: 'No clients. Any client can request this tenant with acr_values=tenant:ID.',
    more: (count: number) => `and ${formatNumber(count)} more`,
    people: 'Users limited to certain tenants, including this one',
  },
  danger: {
    title: 'Danger zone',
    disable: 'Disable…',
    disableText: 'Blocks new sign-ins to this tenant’s clients. You can enable it again.',
    asks: (count: number) =>
      count === 1 ? '1 client belongs to this tenant.' : `${formatNumber(count)} clients belong to this tenant.`,
    enable: 'Enable',
    enableText: 'This tenant is disabled. Users can’t sign in to its clients.',
    delete: 'Delete…',
    deleteText: 'Disable this tenant before you delete it.',
  },
  remove: {
    disableFirst: 'Disable this tenant before you delete it.',
  },
} as const;
