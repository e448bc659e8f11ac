import { adminTexts } from '#lib/i18n/admin/texts';
import type { AdminSection } from './admin-shell';

type Group = keyof typeof adminTexts.shell.groups;

const groups: readonly (readonly [Group, readonly (readonly [AdminSection, string])[]])[] = [
  [
    'overview',
    [
      ['overview', '/admin'],
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
  ['signIn', [['simulate', '/admin/simulate']]],
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

/** Where one can go. On phones it is folded; it opens without scripts. */
export function AdminNav({ section }: { readonly section: AdminSection }) {
  const texts = adminTexts.shell;
  return (
    <>
      <details className="lg:hidden">
        <summary className="w-fit rounded-lg border border-input px-3 py-1.5 font-medium text-sm">{texts.menu}</summary>
        <nav aria-label={texts.name} className="pt-3">
          <Links section={section} />
        </nav>
      </details>
      <nav aria-label={texts.name} className="hidden lg:block">
        <Links section={section} />
      </nav>
    </>
  );
}

function Links({ section }: { readonly section: AdminSection }) {
  const texts = adminTexts.shell;
  return (
    <ul className="grid gap-4">
      {groups.map(([group, sections]) => (
        <li key={group} className="grid gap-1">
          <p className="px-2 text-muted-foreground text-xs">{texts.groups[group]}</p>
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
  );
}
