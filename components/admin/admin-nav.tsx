import { adminTexts } from '#lib/i18n/admin/texts';

export type AdminSection = keyof typeof adminTexts.shell.sections;

type Group = keyof typeof adminTexts.shell.groups;

const groups: readonly (readonly [Group, readonly (readonly [AdminSection, string])[]])[] = [
  [
    'overview',
    [
      ['overview', '/admin'],
      ['search', '/admin/search'],
      ['checks', '/admin/checks'],
    ],
  ],
  [
    'applications',
    [
      ['clients', '/admin/clients'],
      ['scopes', '/admin/scopes'],
    ],
  ],
  ['people', [['users', '/admin/users']]],
  [
    'signIn',
    [
      ['providers', '/admin/providers'],
      ['tenants', '/admin/tenants'],
      ['simulate', '/admin/simulate'],
    ],
  ],
  [
    'operations',
    [
      ['keys', '/admin/keys'],
      ['audit', '/admin/audit'],
      ['requests', '/admin/requests'],
      ['history', '/admin/history'],
      ['settings', '/admin/settings'],
    ],
  ],
];

/** Where one can go. */
export function AdminNav({ section }: { readonly section: AdminSection }) {
  const texts = adminTexts.shell;
  return (
    <nav aria-label={texts.name}>
      <ul className="grid gap-4">
        {groups.map(([group, sections]) => (
          <li key={group} className="grid gap-1">
            {group !== 'overview' && <p className="px-2 text-muted-foreground text-xs">{texts.groups[group]}</p>}
            <ul className="grid gap-0.5">
              {sections.map(([name, href]) => (
                <li key={name}>
                  <a
                    href={href}
                    aria-current={name === section ? 'page' : undefined}
                    className="block rounded-lg px-2 py-1.5 text-sm hover:bg-muted aria-[current]:bg-muted aria-[current]:font-semibold"
                  >
                    {texts.sections[name]}
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  );
}
