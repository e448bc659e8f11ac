import type { ReactNode } from 'react';
import { preferencesForm } from '#components/admin/frame/menus';
import { navigationItems } from '#components/admin/frame/navigation';
import { Moment } from '#components/admin/moment';
import { PageHeader } from '#components/admin/page-header';
import { Badge } from '#components/ui/badge';
import { ButtonLink } from '#components/ui/button';
import { Icon, type IconName } from '#components/ui/icon';
import { EmptyState, Panel } from '#components/ui/panel';
import { Name } from '#components/ui/text';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { AdminRole } from '#lib/users/user';
import { AdminError } from '../admin-error';
import { eventLabel } from '../audit/read';
import { preferenceChoices } from '../frame/preferences';
import type { AreaPages, AreaRequest, FoundDocument } from '../kit/view';
import { findPicks, maximumTyped, pickKinds } from '../pick/read';
import { PickOptions } from '../pick/view';
import { addressWith, textOf } from '../query';
import { listPaletteActions, readSearchQuery, search } from './read';
import { isFoundBy, type SearchGroup, type SearchHit, type SearchKind } from './search-group';
import { texts } from './texts';

type ResultsProps = {
  /** Null before anything was searched. */
  readonly text: string | null;
  readonly groups: readonly SearchGroup[];
  readonly documents?: readonly FoundDocument[];
  readonly role: AdminRole | null;
};

/** The results of a search over everything, by kind. The search field itself is in the frame. */
function SearchView({ text, groups, documents = [], role }: ResultsProps) {
  const { actions, places } = findPlaces(text, role);
  const links = [
    ...actions.map(({ label, href }) => ({ name: label, href })),
    ...places.map(([name, , href]) => ({ name: adminTexts.shell.sections[name], href })),
  ];
  const isEmpty = text === null || groups.length + documents.length + links.length === 0;
  return (
    <>
      <PageHeader title={texts.title} description={text === null ? texts.hint : texts.results(text)} />
      {isEmpty && <Nothing text={text} />}
      {groups.map((group) => (
        <Group key={group.kind} {...group} />
      ))}
      {text !== null && <Links title={texts.pages} links={links} />}
      <Links
        title={texts.documents}
        links={documents.map(({ heading, title, href }) => ({ name: heading, detail: title, href }))}
      />
    </>
  );
}

type LinksProps = {
  readonly title: string;
  readonly links: readonly { readonly name: string; readonly detail?: string; readonly href: string }[];
};

function Links({ title, links }: LinksProps) {
  if (links.length === 0) return null;
  return (
    <Panel title={title}>
      <ul className="grid gap-3 text-sm">
        {links.map(({ name, detail, href }) => (
          <li key={`${name} ${href}`} className="grid min-w-0 gap-0.5">
            <a href={href} className="w-fit min-w-0 break-words font-medium underline underline-offset-4">
              {name}
            </a>
            {detail && <span className="text-muted-foreground">{detail}</span>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The actions and pages with such a name. */
function findPlaces(text: string | null, role: AdminRole | null) {
  return {
    actions: listPaletteActions({ role }).filter(({ label }) => isFoundBy(label, text)),
    places: navigationItems.filter(([name]) => isFoundBy(adminTexts.shell.sections[name], text)),
  };
}

function Nothing({ text }: { readonly text: string | null }) {
  const { empty, unknown, unknownText } = texts;
  return text === null ? <EmptyState title={empty} /> : <EmptyState title={unknown(text)} text={unknownText} />;
}

function Group({ kind, hits, total, more, href }: SearchGroup) {
  const title = texts.kinds[kind];
  const all = (
    <ButtonLink href={href} size="small">
      {texts.all(title)}
    </ButtonLink>
  );
  return (
    <Panel title={`${title} (${texts.count(total, more)})`} actions={all}>
      <ul className="grid gap-3 text-sm">
        {hits.map((hit) => (
          <Hit key={hit.id} kind={kind} hit={hit} />
        ))}
      </ul>
    </Panel>
  );
}

function Hit({ kind, hit }: { readonly kind: SearchKind; readonly hit: SearchHit }) {
  const { name, detail, enabled, at, href } = hit;
  return (
    <li className="grid min-w-0 gap-0.5">
      <span className="flex min-w-0 flex-wrap items-center gap-2">
        <a href={href} className="min-w-0 break-words font-medium underline underline-offset-4" dir="auto">
          <Name>{kind === 'audit_event' ? eventLabel(name) : name}</Name>
        </a>
        {!enabled && <Badge>{texts.disabled}</Badge>}
      </span>
      {(at || detail) && (
        <span className="flex min-w-0 flex-wrap gap-x-3 text-muted-foreground">
          {at && <Moment at={at} />}
          {detail && (
            <span className="min-w-0 break-all" dir="auto">
              {detail}
            </span>
          )}
        </span>
      )}
    </li>
  );
}

/** The results of the palette for a text: objects and settings with such a name, actions, pages and documents. */
export function PaletteResults({ text, groups, documents = [], role }: ResultsProps) {
  const words = texts.palette;
  const found = groups.map((group) => <Found key={group.kind} {...group} />);
  const begins = groups.some(({ hits }) => hits[0]?.name.toLowerCase().startsWith(text?.toLowerCase() ?? ''));
  const { actions, places } = findPlaces(text, role);
  const themes = preferenceChoices.theme.filter((choice) => isFoundBy(themeLabel(choice), text));
  const count = [...groups.flatMap(({ hits }) => hits), ...actions, ...themes, ...places, ...documents].length;
  const shownActions = <Actions key="actions" actions={actions} themes={themes} />;
  return (
    <main data-palette-results={words.status(count)}>
      <Filled name="page" label={words.page} />
      {text === null && <Filled name="recent" label={words.recent} />}
      {begins ? [...found, shownActions] : [shownActions, ...found]}
      <Places places={places} />
      {documents.length > 0 && (
        <PaletteGroup label={texts.documents}>
          {documents.map(({ heading, title, href }) => (
            <Row key={href} icon="scroll" href={href} detail={title}>
              {heading}
            </Row>
          ))}
        </PaletteGroup>
      )}
      {text !== null && count === 0 && (
        <div className="px-3 py-2 text-muted-foreground text-sm">{texts.unknown(text)}</div>
      )}
      {text !== null && (
        <PaletteGroup label={words.all}>
          <Row icon="search" href={addressWith('/admin/search', { q: text }, {})}>
            {words.seeAll}
          </Row>
        </PaletteGroup>
      )}
    </main>
  );
}

/** The browser fills this group by copying its row, because the server does not know the content. */
function Filled({ name, label }: { readonly name: 'page' | 'recent'; readonly label: string }) {
  return (
    <div hidden data-palette-group={name}>
      <PaletteGroup label={label}>
        <Row icon={name === 'page' ? 'chevron' : 'history'} href="/admin">
          {''}
        </Row>
      </PaletteGroup>
    </div>
  );
}

const icons: Readonly<Record<SearchKind, IconName>> = {
  client: 'window',
  user: 'users',
  group: 'users-round',
  api: 'scope',
  scope: 'scope',
  identity_provider: 'login',
  tenant: 'building',
  key: 'key',
  setting: 'settings',
  refused_request: 'bug',
  audit_event: 'scroll',
};

function Found({ kind, hits }: SearchGroup) {
  return (
    <PaletteGroup label={texts.kinds[kind]}>
      {hits.map(({ id, name, detail, href }) => (
        <Row key={id} icon={icons[kind]} href={href} detail={detail}>
          {kind === 'audit_event' ? eventLabel(name) : name}
        </Row>
      ))}
    </PaletteGroup>
  );
}

type Theme = (typeof preferenceChoices.theme)[number];

function themeLabel(choice: Theme): string {
  return texts.palette.theme(adminTexts.shell.account.preferences.theme.choices[choice]);
}

type ActionsProps = {
  readonly actions: ReturnType<typeof listPaletteActions>;
  readonly themes: readonly Theme[];
};

function Actions({ actions, themes }: ActionsProps) {
  const { actionsLabel } = texts.palette;
  if (actions.length + themes.length === 0) return null;
  return (
    <PaletteGroup label={actionsLabel}>
      {actions.map(({ label, href }) => (
        <Row key={label} icon="chevron" href={href}>
          {label}
        </Row>
      ))}
      {themes.map((choice) => (
        <button key={choice} type="submit" form={preferencesForm} name="theme" value={choice} {...option}>
          <Icon name="settings" className="size-4 text-muted-foreground" />
          {themeLabel(choice)}
        </button>
      ))}
    </PaletteGroup>
  );
}

function Places({ places }: { readonly places: typeof navigationItems }) {
  if (places.length === 0) return null;
  return (
    <PaletteGroup label={texts.palette.goTo}>
      {places.map(([name, icon, href]) => (
        <Row key={name} icon={icon} href={href}>
          {adminTexts.shell.sections[name]}
        </Row>
      ))}
    </PaletteGroup>
  );
}

function PaletteGroup({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: no element stands for a group of options in a list box
    <div role="group" aria-label={label}>
      <p aria-hidden="true" className="px-3 pt-2 pb-1 text-muted-foreground text-xs">
        {label}
      </p>
      {children}
    </div>
  );
}

type RowProps = {
  readonly icon: IconName;
  readonly href: string;
  readonly detail?: string | null;
  readonly children: string;
};

function Row({ icon, href, detail, children }: RowProps) {
  return (
    <a href={href} {...option}>
      <Icon name={icon} className={`size-4 text-muted-foreground ${icon === 'chevron' ? '-rotate-90' : ''}`} />
      <span className="min-w-0 truncate" data-palette-name>
        <Name>{children}</Name>
      </span>
      {detail && (
        <span className="ms-auto min-w-0 max-w-[50%] truncate text-muted-foreground text-xs" dir="auto">
          {detail}
        </span>
      )}
    </a>
  );
}

const option = {
  role: 'option',
  'aria-selected': false,
  tabIndex: -1,
  className:
    'flex min-h-9 w-full items-center gap-2.5 rounded-md px-3 text-start text-sm hover:bg-muted aria-selected:bg-selected forced-colors:aria-selected:outline-2 pointer-coarse:min-h-11',
} as const;

async function showSearch({ admin, query, findDocuments }: AreaRequest) {
  const text = readSearchQuery(query);
  const groups = text === null ? [] : await search(admin, text);
  const documents = text === null ? [] : ((await findDocuments?.(text)) ?? []);
  const found = { text, groups, documents, role: admin.principal.role };
  if (query.fragment === '1') return { title: texts.title, body: <PaletteResults {...found} />, bare: true };
  return { title: texts.title, body: <SearchView {...found} /> };
}

async function showPicks({ admin, names, query }: AreaRequest) {
  const kind = pickKinds.find((known) => known === names.kind);
  if (kind === undefined) throw new AdminError('not_found', 'This kind of object can’t be picked');
  const found = await findPicks(admin, kind, textOf(query, 'q', maximumTyped) ?? '');
  return { title: texts.title, body: <PickOptions {...found} />, bare: true };
}

export const searchPages: AreaPages = {
  section: 'search',
  pages: [
    { path: 'search', permission: 'read', render: showSearch },
    { path: 'pick/[kind]', permission: 'read', render: showPicks },
  ],
};
