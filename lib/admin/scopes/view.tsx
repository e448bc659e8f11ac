import type { ReactNode } from 'react';
import { ApiTabs } from '#components/admin/api-tabs';
import { ClientLinks } from '#components/admin/client-links';
import { CodeBlock } from '#components/admin/code-block';
import { Confirmation } from '#components/admin/entries/confirmation';
import { ListTotal } from '#components/admin/list/list-paging';
import { Absent, type Column, EntryName, isDisabled, nameColumn, stateColumn } from '#components/admin/list/list-table';
import { ListView } from '#components/admin/list/list-view';
import { PageHeader } from '#components/admin/page-header';
import { SecretsPanel } from '#components/admin/secrets';
import { Badge } from '#components/ui/badge';
import { ButtonLink } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { Name } from '#components/ui/text';
import { formatNumber } from '#lib/i18n/admin/format';
import { adminTexts } from '#lib/i18n/admin/texts';
import { isLanguage, type Language } from '#lib/i18n/locales';
import { scopeView } from '#lib/login/consent/read';
import { isAdminScope } from '#lib/scopes/admin-scopes';
import { audienceOf } from '#lib/scopes/audience';
import { GuideView } from '#views/admin/clients/views/guide';
import { canEdit } from '../access/permission';
import { notFound } from '../admin-error';
import { guidesFor } from '../clients/guides/guides';
import { texts as clientTexts } from '../clients/texts';
import { entryForm } from '../entries/entry-forms';
import { scopePath } from '../entries/entry-path';
import { type AskedEntry, type EntryFace, entryTab, inFrame, openEntry } from '../entries/view';
import { DeletePanel, deleteSecretPage, newPage, newSecretPage } from '../entries/views/beside';
import type { FormTarget } from '../kit/define-form';
import type { AreaPages, AreaRequest } from '../kit/view';
import type { ListPage } from '../list/list-page';
import { addressWith, type ListAddress, listAddress, type Query } from '../query';
import {
  describeApi,
  listScopeLines,
  readScope,
  readScopeQuery,
  type ScopeDetail,
  type ScopeLine,
  type ScopeQuery,
  scopesOfApi,
  scopeTypes,
} from './read';
import { scopeSection } from './section';
import { texts } from './texts';
import { ConsentPreview, NewScopeForm, ScopeForm, TranslationsForm } from './views/forms';

const { label, ...pages } = texts.tabs;

/** The pages of a scope. */
const scopeFace = {
  section: scopeSection,
  title: texts.title,
  read: readScope,
  head: ({ name, type, builtIn, settings }) => ({
    key: name,
    title: name,
    enabled: settings.enabled !== false,
    icon: 'scope',
    kinds: [texts.types[type], ...(builtIn ? [texts.list.builtIn] : [])],
  }),
  idLabel: null,
  tabs: { label, pages, omits: ({ type }) => (type === 'resource' ? [] : ['api']) },
  isFirstNamed: true,
  actions: ({ name }) => ({
    primary: <ButtonLink href={`/admin/debug/simulator?scope=${encodeURIComponent(name)}`}>{texts.try}</ButtonLink>,
  }),
} satisfies EntryFace<ScopeDetail>;

type AskedScope = AskedEntry<ScopeDetail>;

/** A page of a scope. Scopes of the admin API cannot be edited. */
function scopePage(name: string, content: (asked: AskedScope) => ReactNode) {
  return entryTab(scopeFace, name, (asked) => {
    const mayEdit = asked.mayEdit && !isAdminScope(asked.detail.name);
    return content({ ...asked, mayEdit, form: { ...asked.form, canEdit: mayEdit } });
  });
}

type ScopeListViewProps = {
  readonly address: ListAddress;
  readonly asked: ScopeQuery;
  readonly page: ListPage<ScopeLine>;
  readonly mayEdit: boolean;
};

export function ScopeListView({ address, asked, page, mayEdit }: ScopeListViewProps) {
  return (
    <>
      <PageHeader
        title={texts.title}
        badges={<ListTotal {...page} />}
        description={texts.description}
        actions={
          <>
            <ButtonLink href="/admin/debug/simulator">{texts.try}</ButtonLink>
            {mayEdit && (
              <ButtonLink href="/admin/scopes/new" variant="primary">
                {texts.create}
              </ButtonLink>
            )}
          </>
        }
      />
      <ApiTabs current="scopes" />
      <ListView
        address={address}
        texts={list}
        page={page}
        search={{ label: list.search, value: asked.q }}
        filters={[
          {
            name: 'type',
            label: columns.type,
            value: asked.type,
            options: scopeTypes.map((type) => [type, types[type]]),
          },
        ]}
        columns={shown}
        keyOf={({ name }) => name}
        isMuted={isDisabled}
      />
    </>
  );
}

const { list } = texts;
const { columns, types, noText, builtIn } = list;

const shown: readonly Column<ScopeLine>[] = [
  {
    label: columns.name,
    phone: 'name',
    className: nameColumn,
    cell: ({ name }) => <EntryName href={scopePath(name)} name={name} />,
  },
  {
    label: columns.text,
    phone: 'fact',
    isPlain: true,
    className: 'min-w-40 [overflow-wrap:anywhere]',
    cell: ({ displayName, lacksTexts }) => {
      if (displayName !== null) return <Name>{displayName}</Name>;
      return lacksTexts ? <Badge tone="warning">{noText}</Badge> : builtIn;
    },
  },
  { label: columns.type, className: 'whitespace-nowrap', cell: ({ type }) => types[type] },
  { label: columns.claims, isNumber: true, cell: ({ claims }) => formatNumber(claims) },
  {
    label: columns.secrets,
    isWide: true,
    cell: ({ secrets }) => {
      const told = clientTexts.list.secrets;
      return secrets === 'none' ? <Absent text={told.none} /> : told[secrets];
    },
  },
  { label: columns.clients, phone: 'fact', isNumber: true, cell: ({ clients }) => formatNumber(clients) },
  stateColumn,
];

/** The clients that may ask for the scope. */
export function UsedBy({ scope }: { readonly scope: ScopeDetail }) {
  const hidden = scope.uses - scope.usedBy.length;
  const href = addressWith('/admin/clients', {}, { scope: scope.name });
  return (
    <Panel title={texts.usedBy}>
      {scope.uses === 0 ? (
        <p className="text-muted-foreground text-sm">{texts.usedByNone}</p>
      ) : (
        <ClientLinks
          clients={scope.usedBy}
          page="access"
          more={hidden > 0 ? { text: texts.usedByMore(hidden), href } : null}
        />
      )}
    </Panel>
  );
}

/** Whether clients have to give up the scope before it can be deleted. */
function isBlocked({ uses, builtIn }: Pick<ScopeDetail, 'uses' | 'builtIn'>): boolean {
  return uses > 0 && !builtIn;
}

/** Deletes a scope that no client uses, or resets a built-in one. */
function DeleteScopePanel({ scope }: { readonly scope: ScopeDetail }) {
  const { title, used, ...words } = texts.remove;
  if (!scope.configured) return null;
  if (isBlocked(scope)) {
    return (
      <Panel title={title}>
        <p className="text-muted-foreground text-sm">{used}</p>
      </Panel>
    );
  }
  const [text, link] = scope.builtIn ? [words.builtIn, words.reset] : [words.text, words.delete];
  return <DeletePanel texts={{ title, text, link }} href={scopePath(scope.name, 'delete')} />;
}

type DeleteScopeProps = {
  readonly scope: ScopeDetail;
  readonly form: FormTarget;
};

/** Asks before a scope is deleted or reset. While clients use the scope, it only lists them. */
export function DeleteScope({ scope, form }: DeleteScopeProps) {
  const used = <UsedBy scope={scope} />;
  if (isBlocked(scope)) {
    return (
      <>
        <Notice tone="warning">{texts.remove.used}</Notice>
        {used}
      </>
    );
  }
  const words = adminTexts.confirmations.scopes[scope.builtIn ? 'reset' : 'delete'];
  return (
    <Confirmation
      title={words.title(scope.name)}
      texts={words}
      facts={used}
      typed={scope.name}
      form={form}
      backHref={scopePath(scope.name)}
    />
  );
}

/** The metadata document and the challenge that an API needs so that programs find this server (RFC 9728). */
export function ForTheApi(api: Parameters<typeof describeApi>[0]) {
  const { title, help } = texts.forTheApi;
  const { address, document, challenge } = describeApi(api);
  return (
    <Panel title={title} description={help}>
      <div className="grid min-w-0 gap-3">
        <CodeBlock name={address} code={document} />
        <CodeBlock name="WWW-Authenticate" code={challenge} />
      </div>
    </Panel>
  );
}

/** The texts of a scope next to their preview. */
function withPreview(page: string, { admin, query, detail: { name } }: AskedScope, texts: ReactNode): ReactNode {
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
      {texts}
      <ConsentPreview
        face={scopeView(name, previewPerson, { ...admin, client: null })}
        language={previewLanguage(query)}
        path={scopePath(name, page)}
      />
    </div>
  );
}

/** The language of the preview in an address. */
export function previewLanguage(query: Query): Language {
  const asked = query.language ?? '';
  return isLanguage(asked) ? asked : 'en';
}

/** An example person for the preview. */
const previewPerson = {
  username: 'ana',
  access: '',
  claims: {
    name: 'Ana Ribeiro',
    given_name: 'Ana',
    family_name: 'Ribeiro',
    email: 'ana@example.com',
    phone_number: '+49 30 1234567',
  },
};

async function showList({ admin, query }: AreaRequest) {
  const asked = readScopeQuery(query);
  const page = listScopeLines(admin, asked);
  const view = { address: listAddress('/admin/scopes', query), asked, page, mayEdit: canEdit(admin) };
  return { title: texts.title, body: <ScopeListView {...view} /> };
}

function ForApis({ admin, mayEdit, detail: { name, type, secrets } }: AskedScope) {
  if (type !== 'resource') throw notFound();
  const { scopes } = admin.snapshot;
  const scope = scopes.get(name);
  const resource = scope?.resource ?? null;
  const audience = scope === undefined ? name : audienceOf(scope);
  const facts = { issuer: admin.settings.issuer, clientId: '', redirectUri: '', scope: name, audience };
  return (
    <>
      <SecretsPanel secrets={secrets} createHref={scopePath(name, 'secret')} canEdit={mayEdit} now={admin.now} />
      {resource !== null && (
        <ForTheApi resource={resource} scopes={scopesOfApi(resource, scopes)} issuer={facts.issuer} />
      )}
      {!isAdminScope(name) && (
        <GuideView guides={guidesFor('api', facts)} title={texts.guide} description={texts.guideHelp} />
      )}
    </>
  );
}

async function askToDelete(request: AreaRequest) {
  const opened = await openEntry(scopeFace, request);
  const { detail: scope, head } = opened;
  if (!scope.configured) throw notFound();
  const { title } = adminTexts.confirmations.scopes[scope.builtIn ? 'reset' : 'delete'];
  const form = entryForm(scopeFace.section, 'delete').about({ name: head.key });
  const body = <DeleteScope scope={scope} form={form} />;
  return { title: title(scope.name), body: inFrame(scopeFace, { ...opened, page: null }, body) };
}

export const scopePages: AreaPages = {
  section: 'scopes',
  pages: [
    { path: 'scopes', permission: 'read', render: showList },
    {
      path: 'scopes/new',
      permission: 'edit',
      render: newPage(scopeFace, texts.create, <NewScopeForm />),
    },
    {
      path: 'scopes/[name]',
      permission: 'read',
      render: scopePage('settings', (asked) => (
        <>
          {withPreview('settings', asked, <ScopeForm settings={asked.detail.settings} form={asked.form} />)}
          {asked.mayEdit && <DeleteScopePanel scope={asked.detail} />}
        </>
      )),
    },
    {
      path: 'scopes/[name]/translations',
      permission: 'read',
      render: scopePage('translations', (asked) =>
        withPreview('translations', asked, <TranslationsForm scope={asked.detail} form={asked.form} />),
      ),
    },
    { path: 'scopes/[name]/api', permission: 'read', render: scopePage('api', ForApis) },
    {
      path: 'scopes/[name]/clients',
      permission: 'read',
      render: scopePage('clients', ({ detail }) => <UsedBy scope={detail} />),
    },
    { path: 'scopes/[name]/delete', permission: 'edit', render: askToDelete },
    { path: 'scopes/[name]/secret', permission: 'edit', render: newSecretPage(scopeFace) },
    { path: 'scopes/[name]/secret/[secret_id]', permission: 'edit', render: deleteSecretPage(scopeFace) },
  ],
};
