import { Icon, type IconName } from '#components/ui/icon';
import { formatNumber } from '#lib/i18n/admin/format';
import { adminTexts } from '#lib/i18n/admin/texts';

/** The id that the button of the top bar refers to. */
export const navigationId = 'navigation';

type Group = keyof typeof adminTexts.shell.groups;
type Item = keyof typeof adminTexts.shell.sections;

/** The section of a page: an item of the navigation, or the search. */
export type AdminSection = Item | 'search';

const groups: readonly (readonly [Group | null, readonly (readonly [Item, IconName, string])[]])[] = [
  [
    null,
    [
      ['overview', 'dashboard', '/admin'],
      ['checks', 'list', '/admin/checks'],
    ],
  ],
  [
    'applications',
    [
      ['clients', 'window', '/admin/clients'],
      ['scopes', 'scope', '/admin/apis'],
      ['agents', 'bot', '/admin/agents'],
    ],
  ],
  [
    'people',
    [
      ['users', 'users', '/admin/users'],
      ['groups', 'users-round', '/admin/groups'],
      ['providers', 'login', '/admin/providers'],
      ['tenants', 'building', '/admin/tenants'],
    ],
  ],
  [
    'monitor',
    [
      ['debug', 'bug', '/admin/debug'],
      ['audit', 'scroll', '/admin/audit'],
    ],
  ],
  [
    'configuration',
    [
      ['history', 'history', '/admin/history'],
      ['keys', 'key', '/admin/keys'],
      ['settings', 'settings', '/admin/settings'],
    ],
  ],
];

/** All items, without their groups. */
export const navigationItems = groups.flatMap(([, items]) => items);

type NavigationProps = { readonly section: AdminSection; readonly openChecks: number };

/**
 * The navigation of the administration. In a wide window it is a sidebar; in a narrow one, a sheet that the top bar
 * opens. If it is higher than the window, it scrolls to the current item and fades at its edges.
 */
export function Navigation({ section, openChecks }: NavigationProps) {
  return (
    <nav id={navigationId} popover="auto" aria-label={adminTexts.shell.name} className={`${sheet} ${side}`}>
      <div aria-hidden="true" className={`${fade} top-0 h-3 bg-linear-to-b`} />
      <ul className="px-2">
        {groups.map(([group, items]) => (
          <li key={items[0]?.[0]}>
            {group !== null && (
              <p className="flex h-7 items-end px-2 pb-1 text-muted-foreground text-xs">
                {adminTexts.shell.groups[group]}
              </p>
            )}
            <ul>
              {items.map(([name, icon, href]) => (
                <li key={name}>
                  <a href={href} aria-current={name === section ? 'page' : undefined} className="nav-link">
                    <Icon name={icon} />
                    <span className="min-w-0 truncate">{adminTexts.shell.sections[name]}</span>
                    {name === 'checks' && openChecks > 0 && <Count count={openChecks} />}
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <div aria-hidden="true" className={`${fade} bottom-0 h-5 bg-linear-to-t`} />
    </nav>
  );
}

function Count({ count }: { readonly count: number }) {
  return (
    <span className="ms-auto rounded-full border border-warning/30 bg-warning-soft px-1.5 text-warning text-xs tabular-nums">
      {formatNumber(count)}
      <span className="sr-only"> {adminTexts.shell.openChecks}</span>
    </span>
  );
}

const sheet =
  'fixed inset-y-0 start-0 z-10 h-dvh w-64 max-w-[85vw] overflow-y-auto overscroll-contain border-border border-e bg-card text-foreground shadow-card';

const side = 'lg:sticky lg:top-12 lg:block lg:h-[calc(100dvh-3rem)] lg:w-58 lg:shrink-0 lg:shadow-none';

const fade = 'pointer-events-none sticky z-1 from-card to-transparent';
