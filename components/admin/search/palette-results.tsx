import type { ReactNode } from 'react';
import { eventLabel } from '#lib/admin/audit/read';
import { preferenceChoices } from '#lib/admin/frame/preferences';
import { addressWith } from '#lib/admin/query';
import { isFoundBy, listPaletteActions } from '#lib/admin/search/palette-actions';
import type { SearchGroup, SearchKind } from '#lib/admin/search/search-group';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { AdminRole } from '#lib/users/user';
import { Icon, type IconName } from '../../ui/icon';
import { Name } from '../../ui/name';
import { preferencesForm } from '../frame/menus';
import { navigationItems } from '../frame/navigation';

type PaletteResultsProps = {
  /** Null before anything was typed. */
  readonly text: string | null;
  readonly groups: readonly SearchGroup[];
  readonly role: AdminRole | null;
};

/** The results of the palette for a text: objects with such a name, actions and pages. */
export function PaletteResults({ text, groups, role }: PaletteResultsProps) {
  const texts = adminTexts.search.palette;
  const isKnown = (label: string) => isFoundBy(label, text);
  const found = groups.map((group) => <Found key={group.kind} {...group} />);
  const begins = groups.some(({ hits }) => hits[0]?.name.toLowerCase().startsWith(text?.toLowerCase() ?? ''));
  const actions = listPaletteActions({ role }).filter(({ label }) => isKnown(label));
  const themes = preferenceChoices.theme.filter((choice) => isKnown(themeLabel(choice)));
  const places = navigationItems.filter(([name]) => isKnown(adminTexts.shell.sections[name]));
  const count = [...groups.flatMap(({ hits }) => hits), ...actions, ...themes, ...places].length;
  const shownActions = <Actions key="actions" actions={actions} themes={themes} />;
  return (
    <main data-palette-results={texts.status(count)}>
      {text === null && <Filled name="page" label={texts.page} />}
      {text === null && <Filled name="recent" label={texts.recent} />}
      {begins ? [...found, shownActions] : [shownActions, ...found]}
      <Places places={places} />
      {text !== null && count === 0 && (
        <div className="px-3 py-2 text-muted-foreground text-sm">{adminTexts.search.unknown(text)}</div>
      )}
      {text !== null && (
        <Group label={texts.all}>
          <Row icon="search" href={addressWith('/admin/search', { q: text }, {})}>
            {texts.seeAll}
          </Row>
        </Group>
      )}
    </main>
  );
}

/** The browser fills this group by copying its row, because the server does not know the content. */
function Filled({ name, label }: { readonly name: 'page' | 'recent'; readonly label: string }) {
  return (
    <div hidden data-palette-group={name}>
      <Group label={label}>
        <Row icon={name === 'page' ? 'chevron' : 'history'} href="/admin">
          {''}
        </Row>
      </Group>
    </div>
  );
}

const icons: Readonly<Record<SearchKind, IconName>> = {
  client: 'window',
  user: 'users',
  scope: 'scope',
  identity_provider: 'login',
  tenant: 'building',
  key: 'key',
  refused_request: 'bug',
  audit_event: 'scroll',
};

function Found({ kind, hits }: SearchGroup) {
  return (
    <Group label={adminTexts.search.kinds[kind]}>
      {hits.map(({ id, name, detail, href }) => (
        <Row key={id} icon={icons[kind]} href={href} detail={detail}>
          {kind === 'audit_event' ? eventLabel(name) : name}
        </Row>
      ))}
    </Group>
  );
}

type Theme = (typeof preferenceChoices.theme)[number];

function themeLabel(choice: Theme): string {
  return adminTexts.search.palette.theme(adminTexts.shell.account.preferences.theme.choices[choice]);
}

type ActionsProps = {
  readonly actions: ReturnType<typeof listPaletteActions>;
  readonly themes: readonly Theme[];
};

function Actions({ actions, themes }: ActionsProps) {
  const { actionsLabel } = adminTexts.search.palette;
  if (actions.length + themes.length === 0) return null;
  return (
    <Group label={actionsLabel}>
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
    </Group>
  );
}

function Places({ places }: { readonly places: typeof navigationItems }) {
  if (places.length === 0) return null;
  return (
    <Group label={adminTexts.search.palette.goTo}>
      {places.map(([name, icon, href]) => (
        <Row key={name} icon={icon} href={href}>
          {adminTexts.shell.sections[name]}
        </Row>
      ))}
    </Group>
  );
}

function Group({ label, children }: { readonly label: string; readonly children: ReactNode }) {
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
