import { EntryEvents } from '#components/admin/audit-table';
import { CodeBlock } from '#components/admin/code-block';
import { Moment } from '#components/admin/moment';
import { TracePanel } from '#components/admin/trace-panel';
import { ButtonLink } from '#components/ui/button';
import { Panel } from '#components/ui/panel';
import { trialPath } from '#lib/login/trial/report';
import { canEdit } from '../access/permission';
import { accessRequestActions } from '../access-requests/actions';
import { texts as requestTexts } from '../access-requests/texts';
import { DecideRequest } from '../access-requests/views/requests';
import { findAgent } from '../agents/read';
import { AgentBanner } from '../agents/view';
import { clientAssignmentActions } from '../assignments/actions';
import { texts as peopleTexts } from '../assignments/texts';
import { ClientPeople, EndMany } from '../assignments/views/people';
import { eventsPath } from '../audit/feature';
import { countIssues } from '../checks/read';
import { openChecksOfPage } from '../checks/view';
import { clientPath } from '../entries/entry-path';
import { takesSecret } from '../entries/secrets';
import { type AskedEntry, type EntryFace, entryTab, pageBelow } from '../entries/view';
import { besidePage, deleteSecretPage, newSecretPage, questionPage } from '../entries/views/beside';
import type { AreaPages, AreaRequest } from '../kit/view';
import { mapLines } from '../list/list-page';
import { addressWith, listAddress } from '../query';
import { canTrySignIn } from '../simulate/read';
import { readTraces } from '../traces/read';
import { clientBulk } from './actions';
import { clientText, importText } from './as-text';
import { readConsentPreview } from './consent-preview';
import { newClientForm } from './create';
import { type ClientTab, clientChoices } from './fields';
import { guideFacts, guidesFor } from './guides/guides';
import {
  type ClientDetail,
  readClient,
  readClientEvents,
  readClientOverview,
  readClientUsage,
  readPkceUse,
} from './read';
import { readClientPage, readClientQuery } from './read-list';
import { clientSection } from './section';
import { texts } from './texts';
import { CertificateForm, KindCards, NewClientForm, TextForm } from './views/forms';
import { ExpectedRedirect, GuideView } from './views/guide';
import { ClientListView, kindIcons } from './views/list';
import { OverviewView, PkceNotice, UsageFacts } from './views/overview';
import { AllowRolesForm, ConsentPreviewPage } from './views/parts';
import { rolesNotice, Settings } from './views/settings';

const listPath = '/admin/clients';

type Asked = AskedEntry<ClientDetail>;

/** The pages of a client. */
const clientFace = {
  section: clientSection,
  title: texts.title,
  read: readClient,
  head: ({ clientId, name, enabled, kind, lastUsedAt }) => ({
    key: clientId,
    title: name,
    enabled,
    icon: kindIcons[kind],
    kinds: [texts.kinds[kind]],
    facts: [
      lastUsedAt === null ? (
        texts.facts.neverUsed
      ) : (
        <>
          {texts.activity.lastUsed} <Moment at={lastUsedAt} />
        </>
      ),
      ...(enabled ? [texts.facts.enabled] : []),
    ],
  }),
  idLabel: texts.facts.id,
  tabs: {
    label: texts.tabs,
    pages: texts.pages,
    inMenu: 'json',
    omits: (client) => (client.hasPeople ? [] : ['people']),
  },
  isFirstNamed: true,
  actions: (client, mayEdit) => {
    const { clientId, kind, settings } = client;
    const canTry = canTrySignIn(kind, settings.redirect_uris);
    return {
      primary: canTry && (
        <ButtonLink href={trialPath(clientId)} variant="primary">
          {texts.trySignIn}
        </ButtonLink>
      ),
      menu: [
        ...(canTry ? [] : [{ label: texts.previewTokens, href: trialPath(clientId) }]),
        ...(mayEdit && takesSecret(client.inForce.token_endpoint_auth_method)
          ? [{ label: texts.secret.title, href: clientPath(clientId, 'secret') }]
          : []),
        ...(mayEdit
          ? [
              {
                label: texts.json.duplicate,
                href: addressWith('/admin/clients/import', {}, { from: clientId }),
              },
            ]
          : []),
        { label: texts.json.view, href: clientPath(clientId, 'json') },
      ],
    };
  },
  banner: ({ admin, detail, mayEdit }) => {
    const agent = findAgent(admin.snapshot, detail.clientId);
    return agent && <AgentBanner agent={agent} mayEdit={mayEdit} />;
  },
  guarded: {
    tab: 'settings',
    texts,
    usage: async (admin, { clientId }) => <UsageFacts {...(await readClientUsage(admin, clientId))} />,
  },
} satisfies EntryFace<ClientDetail>;

const list = { label: texts.title, href: listPath };
const { title: certificate } = texts.certificate;

export const clientPages: AreaPages = {
  section: 'clients',
  actions: [...clientAssignmentActions, ...accessRequestActions],
  bulk: clientBulk,
  pages: [
    { path: 'clients', permission: 'read', render: showList },
    {
      path: 'clients/new',
      permission: 'edit',
      render: async () => {
        const { title, description } = texts.wizard;
        return pageBelow({ title, description, parent: list }, <KindCards />);
      },
    },
    {
      path: 'clients/new/[kind]',
      permission: 'edit',
      render: async ({ admin, names, query }) => {
        const { kind, draft } = newClientForm(names.kind, query);
        const all = clientChoices(admin).scopes;
        // A machine has no person, so identity scopes are of no use to it.
        const isOfApi = ({ value }: { readonly value: string }) =>
          admin.snapshot.scopes.get(value)?.type === 'resource';
        const body = <NewClientForm {...{ kind, draft }} scopes={kind === 'machine' ? all.filter(isOfApi) : all} />;
        return { title: texts.wizard.of(texts.kinds[kind]), body };
      },
    },
    {
      path: 'clients/import',
      permission: 'edit',
      render: async ({ admin, query }) => {
        const { importTitle: title, importText: description } = texts.json;
        const form = <TextForm text={await importText(admin, query)} client={null} />;
        return pageBelow({ title, description, parent: list }, form);
      },
    },
    { path: 'clients/[client_id]', permission: 'read', render: entryTab(clientFace, 'overview', overview) },
    {
      path: 'clients/[client_id]/quickstart',
      permission: 'read',
      render: entryTab(clientFace, 'quickstart', Quickstart),
    },
    { path: 'clients/[client_id]/settings', permission: 'read', render: settingsTab('settings') },
    { path: 'clients/[client_id]/access', permission: 'read', render: settingsTab('access') },
    {
      path: 'clients/[client_id]/people',
      name: 'admin-client-people',
      permission: 'read',
      render: entryTab(clientFace, 'people', ClientPeople),
    },
    {
      path: 'clients/[client_id]/requests/[id]',
      permission: 'edit',
      render: besidePage(clientFace, requestTexts.page, (_, request) => DecideRequest(request), 'people'),
    },
    {
      path: 'clients/[client_id]/people/end',
      permission: 'edit',
      render: besidePage(clientFace, peopleTexts.many.title, (_, request) => EndMany(request), 'people'),
    },
    { path: 'clients/[client_id]/credentials', permission: 'read', render: settingsTab('credentials') },
    { path: 'clients/[client_id]/tokens', permission: 'read', render: settingsTab('tokens') },
    { path: 'clients/[client_id]/activity', permission: 'read', render: entryTab(clientFace, 'activity', activity) },
    { path: 'clients/[client_id]/json', permission: 'read', render: entryTab(clientFace, 'json', AsText) },
    { path: 'clients/[client_id]/preview', permission: 'read', render: showPreview },
    { path: 'clients/[client_id]/disable', permission: 'edit', render: questionPage(clientFace, 'disable') },
    { path: 'clients/[client_id]/delete', permission: 'edit', render: questionPage(clientFace, 'delete') },
    { path: 'clients/[client_id]/secret', permission: 'edit', render: newSecretPage(clientFace) },
    { path: 'clients/[client_id]/secret/[secret_id]', permission: 'edit', render: deleteSecretPage(clientFace) },
    {
      path: 'clients/[client_id]/certificate',
      permission: 'edit',
      render: besidePage(clientFace, certificate, ({ head: { key } }) => (
        <Panel title={certificate}>
          <CertificateForm clientId={key} backHref={clientPath(key, 'credentials')} />
        </Panel>
      )),
    },
  ],
};

async function showList({ admin, query }: AreaRequest) {
  const asked = readClientQuery(query);
  const found = await readClientPage(admin, asked);
  const issues = countIssues(await openChecksOfPage(admin), 'client');
  const { tenants } = admin.snapshot;
  const lines = mapLines(found, (line) => ({
    ...line,
    tenantName: tenants.get(line.tenant ?? '')?.displayName ?? line.tenant,
    issues: issues.get(line.clientId) ?? 0,
  }));
  const body = (
    <ClientListView
      address={listAddress(listPath, query)}
      asked={asked}
      page={{ ...found, ...lines }}
      tenants={[...tenants.values()]}
      canEdit={canEdit(admin)}
    />
  );
  return { title: texts.title, body };
}

async function showPreview({ admin, names, query, nonce }: AreaRequest) {
  const preview = await readConsentPreview(admin, names.client_id ?? null, query);
  const { host } = new URL(admin.settings.issuer);
  const body = <ConsentPreviewPage {...preview} host={host} nonce={nonce} />;
  return { title: texts.consentPreview.title, body, bare: true };
}

/** A tab with settings. */
function settingsTab(page: ClientTab) {
  return entryTab(clientFace, page, async (asked) => (
    <>
      {page === 'access' && (await pkceNotice(asked))}
      {page === 'access' && <AllowRolesForm {...rolesNotice(asked)} />}
      <Settings page={page} asked={asked} />
    </>
  ));
}

async function overview(asked: Asked) {
  const { admin, detail } = asked;
  const { clientId, kind } = detail;
  const { issuer } = admin.settings;
  return (
    <>
      {await pkceNotice(asked)}
      <OverviewView {...{ clientId, kind, issuer }} overview={await readClientOverview(admin, clientId)} />
    </>
  );
}

async function pkceNotice({ admin, mayEdit, detail: { clientId } }: Asked) {
  const use = await readPkceUse(admin, clientId);
  return use && <PkceNotice {...{ clientId, use, mayEdit }} />;
}

function Quickstart({ admin, mayEdit, detail }: Asked) {
  const { clientId, kind, settings } = detail;
  const client = { clientId, redirectUris: textsOf(settings.redirect_uris), mayEdit };
  return (
    <GuideView
      guides={guidesFor(kind, guideFacts(admin, detail))}
      redirect={(callbackPath) => <ExpectedRedirect {...client} callbackPath={callbackPath} />}
    />
  );
}

async function activity({ admin, mayEdit, detail }: Asked) {
  const { clientId } = detail;
  const events = await readClientEvents(admin, clientId);
  const traces = await readTraces(admin, clientId);
  return (
    <>
      <UsageFacts {...(await readClientUsage(admin, clientId))} />
      <TracePanel clientId={clientId} traces={traces} mayStart={mayEdit} />
      <EntryEvents texts={texts.activity} events={events} href={eventsPath({ client: clientId })} />
    </>
  );
}

function AsText({ mayEdit, detail: { clientId, version, settings } }: Asked) {
  const { title, description } = texts.json;
  const text = clientText(settings);
  const form = { text, client: { client_id: clientId, version } };
  return (
    <Panel title={title} description={description}>
      {mayEdit ? <TextForm {...form} /> : <CodeBlock name={clientId} code={text} />}
    </Panel>
  );
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
