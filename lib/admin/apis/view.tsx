import { ApiTabs } from '#components/admin/api-tabs';
import { ClientLinks } from '#components/admin/client-links';
import { Confirmation } from '#components/admin/entries/confirmation';
import { EntrySections, SettingsForm } from '#components/admin/entries/settings-form';
import { AdminForm } from '#components/admin/form/admin-form';
import { TextArea, TextField } from '#components/admin/form/field';
import { SubmitOrCancel } from '#components/admin/form/form-end';
import { EntryList } from '#components/admin/list/entry-list';
import { Absent, type Column, EntryName, isDisabled, nameColumn, stateColumn } from '#components/admin/list/list-table';
import { RiskList } from '#components/admin/risk-list';
import { SecretsPanel } from '#components/admin/secrets';
import { ButtonLink } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { Facts } from '#components/ui/table';
import { apiSettings } from '#lib/apis/settings';
import { formSections } from '#lib/i18n/admin/form-sections';
import { formatNumber } from '#lib/i18n/admin/format';
import { adminTexts } from '#lib/i18n/admin/texts';
import { GuideView } from '#views/admin/clients/views/guide';
import { ForTheApi } from '#views/admin/scopes/view';
import { canEdit } from '../access/permission';
import { apiAssignmentActions } from '../assignments/actions';
import { guidesFor } from '../clients/guides/guides';
import { texts as clientTexts } from '../clients/texts';
import { readEndEffects } from '../entries/end-effects';
import { entryForm } from '../entries/entry-forms';
import { apiPath, scopePath } from '../entries/entry-path';
import { type AskedEntry, activityTab, type EntryFace, entryTab } from '../entries/view';
import { besidePage, DeletePanel, deleteSecretPage, newPage, newSecretPage } from '../entries/views/beside';
import type { AreaPages, AreaRequest } from '../kit/view';
import { listAddress } from '../query';
import { createApi } from './actions';
import { type ApiDetail, type ApiLine, listApiLines, readApi, readApiQuery } from './read';
import { apiSection } from './section';
import { texts } from './texts';
import { ApiRoles } from './views/roles';

const { label, ...tabs } = texts.tabs;

/** The pages of an API. */
const apiFace = {
  section: apiSection,
  title: texts.title,
  read: readApi,
  head: ({ name, displayName, enabled }) => ({
    key: name,
    title: displayName ?? name,
    enabled,
    icon: 'scope',
    kinds: [],
  }),
  idLabel: adminTexts.shell.detail.id,
  tabs: { label, pages: tabs },
  isFirstNamed: true,
} satisfies EntryFace<ApiDetail>;

type AskedApi = AskedEntry<ApiDetail>;

const { list } = texts;

const apiColumns: readonly Column<ApiLine>[] = [
  {
    label: list.columns.name,
    phone: 'name',
    className: nameColumn,
    cell: ({ name, displayName }) => <EntryName href={apiPath(name)} name={displayName ?? name} id={name} />,
  },
  { label: list.columns.scopes, phone: 'fact', isNumber: true, cell: ({ scopes }) => formatNumber(scopes) },
  {
    label: list.columns.secrets,
    isWide: true,
    cell: ({ secrets }) => {
      const told = clientTexts.list.secrets;
      return secrets === 'none' ? <Absent text={told.none} /> : told[secrets];
    },
  },
  { label: list.columns.clients, phone: 'fact', isNumber: true, cell: ({ clients }) => formatNumber(clients) },
  stateColumn,
];

async function showList({ admin, query }: AreaRequest) {
  const asked = readApiQuery(query);
  const body = (
    <EntryList
      address={listAddress('/admin/apis', query)}
      texts={texts}
      tabs={<ApiTabs current="apis" />}
      mayEdit={canEdit(admin)}
      page={listApiLines(admin, asked)}
      search={{ label: list.search, value: asked.q }}
      columns={apiColumns}
      keyOf={({ name }) => name}
      isMuted={isDisabled}
    />
  );
  return { title: texts.title, body };
}

/** The settings of a new API. */
function NewApiForm() {
  const text = (name: 'name' | 'display_name' | 'scopes') => {
    const [label, help] = apiSettings[name].text;
    return { name, label, help, showKey: true };
  };
  return (
    <AdminForm {...createApi.about()} label={texts.create} guarded className="grid max-w-2xl gap-6">
      <TextField {...text('name')} maxLength={200} dir="ltr" className="font-mono" />
      <TextField {...text('display_name')} maxLength={200} />
      <TextArea {...text('scopes')} help={texts.newScopes} rows={4} />
      <SubmitOrCancel submit={texts.submit} backHref="/admin/apis" />
    </AdminForm>
  );
}

/** What tokens are for the API, and who can have them. */
function Overview({ mayEdit, detail: { name, uris, scopes, isNamedOnly, clients, clientCount } }: AskedApi) {
  const { title, audience, resources, only, noScopes, more, ...words } = texts.overview;
  const hidden = clientCount - clients.length;
  const named = [name, ...uris.filter((uri) => uri !== name)].join(', ');
  return (
    <>
      <Panel title={title}>
        <Facts
          facts={[
            [audience, name],
            [resources, isNamedOnly ? `${named} (${only})` : named],
          ]}
        />
      </Panel>
      <Panel title={words.scopes}>
        {scopes.length === 0 ? (
          <p className="text-muted-foreground text-sm">{noScopes}</p>
        ) : (
          <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
            {scopes.map((scope) => (
              <li key={scope} className="break-words">
                <a href={scopePath(scope)} className="underline underline-offset-4">
                  {scope}
                </a>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel title={words.clients}>
        {clientCount === 0 ? (
          <NoClients mayEdit={mayEdit} />
        ) : (
          <ClientLinks clients={clients} page="access" more={hidden > 0 ? { text: more(hidden) } : null} />
        )}
      </Panel>
    </>
  );
}

function NoClients({ mayEdit }: Pick<AskedApi, 'mayEdit'>) {
  const { noClients, allow, allowHelp } = texts.overview;
  return (
    <div className="grid justify-items-start gap-3 text-sm">
      <p className="text-muted-foreground">
        {noClients} {mayEdit && allowHelp}
      </p>
      {mayEdit && <ButtonLink href="/admin/clients">{allow}</ButtonLink>}
    </div>
  );
}

function Settings({ detail: { name, settings }, form, mayEdit }: AskedApi) {
  return (
    <>
      <SettingsForm title={texts.tabs.settings} form={form}>
        <EntrySections settings={apiSettings} sections={formSections.apis} entry={settings} asText={!form.canEdit} />
      </SettingsForm>
      {mayEdit && <DeletePanel texts={texts.deletion} href={apiPath(name, 'delete')} />}
    </>
  );
}

/** What its developers need: secrets, the document that leads programs here, and examples. */
function ForDevelopers({ admin, mayEdit, detail: { name, uris, scopes, secrets } }: AskedApi) {
  const { issuer } = admin.settings;
  const [resource] = uris.toSorted((one, other) => Number(one === name) - Number(other === name));
  const facts = { issuer, clientId: '', redirectUri: '', scope: scopes.join(' ') || name, api: name, audience: name };
  return (
    <>
      <SecretsPanel secrets={secrets} createHref={apiPath(name, 'secret')} canEdit={mayEdit} now={admin.now} />
      {resource !== undefined && <ForTheApi resource={resource} scopes={scopes} issuer={issuer} />}
      <GuideView
        guides={guidesFor('api', facts)}
        title={texts.forTheApi.guide}
        description={texts.forTheApi.guideHelp}
      />
    </>
  );
}

const askToDelete = besidePage(
  apiFace,
  texts.deletion.title,
  async ({ detail: { name, scopes }, head }, { admin }) => {
    const { question, used, settings, text: _, title: __, link: ___, ...words } = texts.deletion;
    if (scopes.length > 0) {
      return (
        <>
          <Notice tone="warning">{used}</Notice>
          <ButtonLink href={apiPath(name, 'settings')}>{settings}</ButtonLink>
        </>
      );
    }
    return (
      <Confirmation
        title={question(head.title)}
        texts={words}
        typed={name}
        facts={<RiskList risks={await readEndEffects(admin, apiSection, { key: name, what: 'delete' })} />}
        form={entryForm(apiSection, 'delete').about({ name })}
        backHref={apiPath(name, 'settings')}
      />
    );
  },
  'settings',
);

export const apiPages: AreaPages = {
  section: 'scopes',
  actions: apiAssignmentActions,
  pages: [
    { path: 'apis', name: 'admin-apis', permission: 'read', render: showList },
    {
      path: 'apis/new',
      permission: 'edit',
      render: newPage(
        apiFace,
        texts.create,
        <Panel>
          <NewApiForm />
        </Panel>,
      ),
    },
    { path: 'apis/[name]', name: 'admin-api', permission: 'read', render: entryTab(apiFace, 'overview', Overview) },
    { path: 'apis/[name]/settings', permission: 'read', render: entryTab(apiFace, 'settings', Settings) },
    { path: 'apis/[name]/roles', permission: 'read', render: entryTab(apiFace, 'roles', ApiRoles) },
    { path: 'apis/[name]/api', permission: 'read', render: entryTab(apiFace, 'api', ForDevelopers) },
    { path: 'apis/[name]/activity', permission: 'read', render: activityTab(apiFace, () => null) },
    { path: 'apis/[name]/delete', permission: 'edit', render: askToDelete },
    { path: 'apis/[name]/secret', permission: 'edit', render: newSecretPage(apiFace) },
    { path: 'apis/[name]/secret/[secret_id]', permission: 'edit', render: deleteSecretPage(apiFace) },
  ],
};
