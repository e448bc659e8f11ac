import { ClientLinks } from '#components/admin/client-links';
import { Moment } from '#components/admin/moment';
import { ButtonLink } from '#components/ui/button';
import { Panel } from '#components/ui/panel';
import { ProviderMark } from '#components/ui/provider-mark';
import { Facts } from '#components/ui/table';
import { formatNumber } from '#lib/i18n/admin/format';
import { adminTexts } from '#lib/i18n/admin/texts';
import { canEdit } from '../access/permission';
import { providerPath } from '../entries/entry-path';
import { type AskedEntry, activityTab, type EntryFace, entryTab, pageBelow } from '../entries/view';
import { besidePage, questionPage } from '../entries/views/beside';
import type { AreaPages, AreaRequest } from '../kit/view';
import { readNameQuery } from '../list/list-query';
import { listAddress } from '../query';
import { readExamples, readLastTest, readNewProvider, rediscover } from './new-provider';
import {
  clientsOf,
  listProviderLines,
  type ProviderFace,
  type ProviderUsage,
  providerAddresses,
  readProvider,
  readProviderFace,
} from './read';
import { providerSection } from './section';
import { texts } from './texts';
import { ConnectionForm, DiscoveryPanel, SecretForm } from './views/connection';
import { DayLine, ProviderListView } from './views/list';
import { FindForm, NewProviderForm, PresetCards } from './views/new';
import { ProviderForm } from './views/settings';
import { TestView } from './views/test';

const { label, ...pages } = texts.tabs;

/** The pages of an identity provider. Disabling one locks out people who can only sign in there. */
const providerFace = {
  section: providerSection,
  title: texts.title,
  read: readProviderFace,
  head: ({ name, displayName, brand, logo, enabled, type, usage, day }) => ({
    key: name,
    title: displayName,
    enabled,
    icon: 'login',
    mark: <ProviderMark name={displayName} brand={brand} logo={logo} />,
    kinds: [texts.types[type]],
    facts: [
      ...(enabled ? [adminTexts.shell.states.enabled] : []),
      texts.usage.linked(usage.people),
      ...(usage.dependants > 0 ? [texts.usage.noOtherWay(usage.dependants, usage.limit)] : []),
    ],
    status: <DayLine name={name} day={day} />,
  }),
  idLabel: adminTexts.shell.detail.id,
  tabs: { label, pages },
  isFirstNamed: true,
  actions: ({ name }, mayEdit) => ({
    primary: mayEdit && (
      <ButtonLink href={providerPath(name, 'test')} target="_blank" rel="noopener" variant="primary">
        {texts.test.action} <span className="sr-only">{texts.test.newTab}</span>
      </ButtonLink>
    ),
  }),
  guarded: {
    tab: 'settings',
    texts,
    warning: (_, { usage: { dependants, limit } }) =>
      dependants === 0 ? null : texts.danger.asks(texts.danger.people(dependants, limit)),
    usage: async (_, { usage }) => <UsageFacts usage={usage} />,
  },
} satisfies EntryFace<ProviderFace>;

/** How many people use a provider, and when one last signed in. */
function UsageFacts({ usage }: { readonly usage: ProviderUsage }) {
  const words = texts.usage;
  const { people, lastSignIn, dependants, limit } = usage;
  return (
    <Facts
      facts={[
        [words.people, formatNumber(people)],
        [words.last, lastSignIn === null ? adminTexts.shell.never : <Moment key="last" full at={lastSignIn} />],
        [words.dependants, dependants > limit ? words.more(limit) : formatNumber(dependants)],
      ]}
    />
  );
}

/** The clients whose users may sign in at a provider. */
export function ClientsPanel({ clients }: { readonly clients: ReturnType<typeof clientsOf> }) {
  const words = texts.clients;
  const { shown, total, of } = clients;
  const sentence = total === 0 ? words.none : total === of ? words.all : words.some(total, of);
  return (
    <Panel title={words.title} description={`${sentence} ${words.text}`}>
      <ClientLinks
        clients={shown}
        page="access"
        more={total > shown.length ? { text: words.more(total - shown.length) } : null}
      />
    </Panel>
  );
}

async function showList({ admin, query }: AreaRequest) {
  const asked = readNameQuery(query);
  const page = await listProviderLines(admin, asked);
  const view = { address: listAddress('/admin/providers', query), q: asked.q, page, mayEdit: canEdit(admin) };
  return { title: texts.title, body: <ProviderListView {...view} /> };
}

/** The form contains a secret, so the proof is requested before anything is typed. */
async function showNew({ admin, names, query }: AreaRequest) {
  const asked = await readNewProvider(admin, names.preset, query);
  const { wizard, presets } = texts;
  const title = wizard.of(presets[asked.preset][0]);
  const parent = { label: wizard.title, href: '/admin/providers/new' };
  const header = { title, description: asked.isShort ? '' : wizard.step(asked.isReady ? 3 : 2), parent };
  if (!asked.isReady) return pageBelow(header, <FindForm asked={asked} />);
  const form = { asked, addresses: providerAddresses(asked.name, admin) };
  return pageBelow(header, <NewProviderForm {...form} />);
}

async function showTest({ admin, names, csrf }: AreaRequest) {
  const provider = await readProvider(admin, names.name ?? null);
  const last = await readLastTest(admin, provider.name);
  const body = <TestView provider={provider} last={last} csrf={csrf} />;
  return { title: texts.test.title(provider.displayName), body };
}

async function overview({ admin, query, mayEdit, detail, form }: AskedEntry<ProviderFace>) {
  const isAsked = mayEdit && detail.type === 'oidc' && query.discover === '1';
  const discovery = isAsked ? await rediscover(admin, detail) : null;
  return (
    <>
      <ConnectionForm provider={detail} form={form} />
      {discovery && <DiscoveryPanel discovery={discovery} />}
      <ClientsPanel clients={clientsOf(detail.name, admin.snapshot)} />
    </>
  );
}

export const providerPages: AreaPages = {
  section: 'providers',
  pages: [
    { path: 'providers', permission: 'read', render: showList },
    {
      path: 'providers/new',
      permission: 'edit',
      render: async () => {
        const { title, step, description } = texts.wizard;
        const parent = { label: texts.title, href: '/admin/providers' };
        return pageBelow({ title, description: `${step(1)}. ${description}`, parent }, <PresetCards />);
      },
    },
    { path: 'providers/new/[preset]', permission: 'edit', render: showNew },
    { path: 'providers/[name]', permission: 'read', render: entryTab(providerFace, 'overview', overview) },
    {
      path: 'providers/[name]/settings',
      permission: 'read',
      render: entryTab(providerFace, 'settings', async ({ admin, detail, form }) => (
        <ProviderForm provider={detail} examples={await readExamples(admin, detail.name)} form={form} />
      )),
    },
    {
      path: 'providers/[name]/activity',
      permission: 'read',
      render: activityTab(providerFace, ({ detail: { usage } }) => (
        <Panel title={texts.usage.title}>
          <UsageFacts usage={usage} />
        </Panel>
      )),
    },
    { path: 'providers/[name]/test', permission: 'edit', render: showTest },
    {
      path: 'providers/[name]/secret',
      permission: 'edit',
      render: besidePage(providerFace, texts.secret.title, ({ head: { key } }, { admin }) => {
        const hasKey = typeof admin.snapshot.providers.get(key)?.keyId === 'string';
        return <SecretForm name={key} hasKey={hasKey} />;
      }),
    },
    { path: 'providers/[name]/disable', permission: 'edit', render: questionPage(providerFace, 'disable') },
    { path: 'providers/[name]/delete', permission: 'edit', render: questionPage(providerFace, 'delete') },
  ],
};
