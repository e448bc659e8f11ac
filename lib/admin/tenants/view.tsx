import { ClientLinks } from '#components/admin/client-links';
import type { Option } from '#components/admin/entries/entry-fields';
import { type EntryForm, EntrySections, SettingsForm } from '#components/admin/entries/settings-form';
import { AdminForm } from '#components/admin/form/admin-form';
import { TextField } from '#components/admin/form/field';
import { SubmitOrCancel } from '#components/admin/form/form-end';
import { EntryList } from '#components/admin/list/entry-list';
import { type Column, EntryName, isDisabled, nameColumn, stateColumn } from '#components/admin/list/list-table';
import { Panel } from '#components/ui/panel';
import { Facts } from '#components/ui/table';
import { formSections } from '#lib/i18n/admin/form-sections';
import { formatNumber, formatUpTo } from '#lib/i18n/admin/format';
import { adminTexts } from '#lib/i18n/admin/texts';
import { flatTenantSettings, tenantSettings } from '#lib/tenants/settings';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { canEdit } from '../access/permission';
import { BrandingForm, Swatch } from '../branding/views/branding';
import { showPreview } from '../branding/views/branding-preview';
import { clientChoices } from '../clients/fields';
import { tenantPath } from '../entries/entry-path';
import { activityTab, type EntryFace, entryTab } from '../entries/view';
import { newPage, questionPage } from '../entries/views/beside';
import type { AreaPages, AreaRequest } from '../kit/view';
import type { ListPage } from '../list/list-page';
import { readNameQuery } from '../list/list-query';
import { addressWith, type ListAddress, listAddress } from '../query';
import { createTenant } from './actions';
import {
  clientsOf,
  getTenant,
  listTenantLines,
  readTenant,
  readTenantUsage,
  type TenantDetail,
  type TenantLine,
  type TenantUsage,
} from './read';
import { flatTenant, tenantSection } from './section';
import { texts } from './texts';

const { label, ...pages } = texts.tabs;

/** The pages of a tenant. If it is disabled, its clients cannot use it. */
const tenantFace = {
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

type TenantListViewProps = {
  readonly address: ListAddress;
  readonly q: string | null;
  readonly page: ListPage<TenantLine>;
  readonly mayEdit: boolean;
};

export function TenantListView({ address, q, page, mayEdit }: TenantListViewProps) {
  return (
    <EntryList
      address={address}
      texts={texts}
      mayEdit={mayEdit}
      page={page}
      search={{ label: list.search, value: q }}
      columns={columns}
      keyOf={({ name }) => name}
      isMuted={isDisabled}
    />
  );
}

const { list } = texts;
const { columns: labels, portalLook, everyProvider, noProvider } = list;

const columns: readonly Column<TenantLine>[] = [
  {
    label: labels.name,
    phone: 'name',
    className: nameColumn,
    cell: ({ name, displayName }) => <EntryName href={tenantPath(name)} name={displayName} id={name} />,
  },
  {
    label: labels.look,
    cell: ({ primary, primaryDark }) => {
      const colors = [primary, primaryDark].filter((color) => color !== null);
      if (colors.length === 0) return <span className="text-muted-foreground">{portalLook}</span>;
      return colors.map((color) => (
        <span key={color} className="flex items-center gap-2 whitespace-nowrap font-mono text-xs">
          <Swatch color={color} /> {color}
        </span>
      ));
    },
  },
  {
    label: labels.providers,
    phone: 'fact',
    className: 'max-w-72 break-words',
    cell: ({ providers }) => {
      if (providers === null) return everyProvider;
      return providers.length === 0 ? noProvider : providers.join(', ');
    },
  },
  { label: labels.clients, phone: 'fact', isNumber: true, cell: ({ clients }) => formatNumber(clients) },
  stateColumn,
];

type TenantSettingsProps = {
  readonly settings: Wire;
  readonly providers: readonly Option[];
  readonly form: EntryForm;
};

/** The settings of a tenant besides its look. */
export function TenantSettings({ settings, providers, form }: TenantSettingsProps) {
  return (
    <SettingsForm title={texts.tabs.settings} form={form}>
      <EntrySections
        settings={flatTenantSettings}
        sections={formSections.tenants}
        entry={flatTenant(settings)}
        asText={!form.canEdit}
        choices={{ identity_providers_names: providers }}
      />
    </SettingsForm>
  );
}

/** The required settings of a new tenant. The others are on its pages. */
function NewTenantForm() {
  const { create, submit } = texts;
  const { name, display_name: displayName } = tenantSettings;
  return (
    <AdminForm {...createTenant.about()} label={create} guarded className="grid max-w-2xl gap-6">
      <TextField name="display_name" label={displayName.text[0]} help={displayName.text[1]} showKey maxLength={200} />
      <TextField
        name="name"
        label={name.text[0]}
        help={name.text[1]}
        showKey
        maxLength={100}
        dir="ltr"
        className="font-mono"
      />
      <SubmitOrCancel submit={submit} backHref="/admin/tenants" />
    </AdminForm>
  );
}

const shown = 50;

/** The clients and people of a tenant. */
export function UsageFacts({ usage }: { readonly usage: TenantUsage }) {
  const words = texts.usage;
  const { tenant, clients, people, limit } = usage;
  const href = addressWith('/admin/clients', {}, { tenant });
  const more = clients.length > shown ? { text: words.more(clients.length - shown), href } : null;
  const list = <ClientLinks key="clients" clients={clients.slice(0, shown)} more={more} />;
  return (
    <Facts
      facts={[
        [words.clients, clients.length === 0 ? words.noClients : list],
        [
          words.people,
          people === 0 ? (
            people
          ) : (
            <a key="people" href={addressWith('/admin/users', {}, { tenant })} className="underline underline-offset-4">
              {formatUpTo(people, limit)}
            </a>
          ),
        ],
      ]}
    />
  );
}

async function showList({ admin, query }: AreaRequest) {
  const asked = readNameQuery(query);
  const page = listTenantLines(admin, asked);
  const address = listAddress('/admin/tenants', query);
  const body = <TenantListView address={address} q={asked.q} page={page} mayEdit={canEdit(admin)} />;
  return { title: texts.title, body };
}

export const tenantPages: AreaPages = {
  section: 'tenants',
  pages: [
    { path: 'tenants', permission: 'read', render: showList },
    {
      path: 'tenants/new',
      permission: 'edit',
      render: newPage(
        tenantFace,
        texts.create,
        <Panel>
          <NewTenantForm />
        </Panel>,
      ),
    },
    {
      path: 'tenants/[name]',
      permission: 'read',
      render: entryTab(tenantFace, 'settings', ({ admin, detail, form }) => (
        <TenantSettings settings={detail.settings} providers={clientChoices(admin).providers} form={form} />
      )),
    },
    {
      path: 'tenants/[name]/branding',
      permission: 'read',
      render: entryTab(tenantFace, 'branding', ({ detail, form }) => (
        <BrandingForm
          {...detail}
          settings={flatTenantSettings}
          entry={flatTenant(detail.settings)}
          preview={tenantPath(detail.name, 'preview')}
          form={form}
        />
      )),
    },
    {
      path: 'tenants/[name]/activity',
      permission: 'read',
      render: activityTab(tenantFace, ({ admin, detail }) => tenantFace.guarded.usage(admin, detail)),
    },
    {
      path: 'tenants/[name]/preview',
      permission: 'read',
      render: async (request) => showPreview(request, await getTenant(request.admin, request.names.name ?? null)),
    },
    { path: 'tenants/[name]/disable', permission: 'edit', render: questionPage(tenantFace, 'disable') },
    { path: 'tenants/[name]/delete', permission: 'edit', render: questionPage(tenantFace, 'delete') },
  ],
};
