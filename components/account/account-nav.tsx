import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';

/** The parts of the account with their first pages, in the order of the navigation. */
export const accountSections = {
  profile: '/account',
  security: '/account/security',
  devices: '/account/devices',
  apps: '/account/apps',
} as const;

export type AccountSection = keyof typeof accountSections;

type AccountNavProps = { readonly locale: Locale; readonly section: AccountSection };

/** The navigation: tabs above the page on phones, a list next to it on wider screens. */
export function AccountNav({ locale, section }: AccountNavProps) {
  return (
    <nav aria-label={translate(locale, 'account.title')} className="border-border border-b lg:border-b-0">
      <ul className="-mx-1 flex flex-wrap gap-x-1 lg:mx-0 lg:grid lg:gap-1">
        {sections.map((one) => (
          <li key={one}>
            <a
              href={accountSections[one]}
              aria-current={one === section ? 'page' : undefined}
              className={`flex min-h-11 items-center border-transparent px-2.5 text-muted-foreground hover:text-foreground aria-[current]:font-semibold aria-[current]:text-foreground ${tab} ${entry} ${forced}`}
            >
              {translate(locale, `account.sections.${one}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const sections: readonly AccountSection[] = ['profile', 'security', 'devices', 'apps'];
const tab = 'border-b-2 text-[0.9375rem] aria-[current]:border-foreground';
/** With forced colors, a transparent border and a background are not different from their surroundings. */
const forced = 'forced-colors:border-[Canvas] forced-colors:aria-[current]:underline';
const entry = 'lg:rounded-box lg:border-b-0 lg:px-3 lg:text-base lg:hover:bg-muted lg:aria-[current]:bg-muted';
