import type { ReactNode } from 'react';
import { BrandLogo, BrandTheme, pageTitle, ShellFoot } from '#components/interaction/shell';
import { Badge } from '#components/ui/badge';
import { ErrorSummary } from '#components/ui/error-summary';
import { Icon } from '#components/ui/icon';
import { PersonPicture } from '#components/ui/person-picture';
import type { PersonView } from '#lib/account/person-view';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { PageFrame } from '#lib/theme/brand';
import { Heading, TextLink } from '../ui/text';

export type AccountShellProps = {
  readonly locale: Locale;
  /** `data-page`, which tests and automation rely on. */
  readonly page: string;
  readonly section: AccountSection;
  /** The path of the page. A page below a section links back to it. */
  readonly path: string;
  readonly title: string;
  readonly text?: ReactNode;
  readonly person: PersonView;
  readonly frame: PageFrame;
  /** How many requests wait for the person, at most 100. Null for somebody who decides about no app. */
  readonly approvals: number | null;
  readonly host?: string | undefined;
  readonly nonce?: string | undefined;
  /** The message about the result of the last action. */
  readonly done?: string | null;
  /** The problem of the form that was posted last, and the id of its field. */
  readonly problem?: { readonly text: string; readonly field: string | null } | null;
  readonly children?: ReactNode;
};

/** The frame of every account page: the person, the navigation, and the result of the last form. */
export function AccountShell(props: AccountShellProps) {
  const { locale, page, section, path, title, text, person, frame, approvals } = props;
  const { host, nonce, done, problem, children } = props;
  const { brand } = frame;
  return (
    <div className="flex grow flex-col gap-6 px-5 pt-5 pb-8 [overflow-wrap:anywhere] sm:px-8">
      <title>{pageTitle(locale, { title, hasProblem: Boolean(problem), brand })}</title>
      <BrandTheme brand={brand} nonce={nonce} />
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:start-3 focus:top-3 focus:z-10 focus:rounded-lg focus:bg-card focus:px-4 focus:py-2"
      >
        {translate(locale, 'account.skip')}
      </a>
      <AccountHead locale={locale} frame={frame} person={person} path={path} host={host} />
      <div className="mx-auto grid w-full max-w-5xl grow content-start gap-6 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-10">
        <AccountNav locale={locale} section={section} approvals={approvals} />
        <main id="content" tabIndex={-1} data-page={page} className="grid max-w-2xl content-start gap-6 outline-none">
          {done && <SuccessBanner>{done}</SuccessBanner>}
          {problem && (
            <ErrorSummary
              heading={translate(locale, 'shell.problem')}
              problems={[{ text: problem.text, ...(problem.field !== null && { field: problem.field }) }]}
            />
          )}
          <div className="grid gap-2">
            {path !== accountSections[section] && (
              <TextLink href={accountSections[section]} className="-my-2.5 w-fit text-sm">
                {translate(locale, `account.sections.${section}`)}
              </TextLink>
            )}
            <Heading text={text}>{title}</Heading>
          </div>
          {children}
        </main>
      </div>
      <div className="mx-auto mt-auto flex w-full max-w-5xl flex-col">
        <ShellFoot locale={locale} brand={brand} host={undefined} compact />
      </div>
    </div>
  );
}

type HeadProps = Pick<AccountShellProps, 'locale' | 'frame' | 'person' | 'path' | 'host'>;

/** The look's logo, and the menu of the signed-in person. The menu is a popover, which needs no script. */
function AccountHead({ locale, frame, person, path, host }: HeadProps) {
  const { username, name, picture } = person;
  const shown = displayText(name ?? username);
  return (
    <header className="mx-auto flex w-full max-w-5xl flex-wrap items-center justify-between gap-x-3 gap-y-3 border-border border-b pb-4 sm:gap-x-6">
      <BrandLogo brand={frame.brand} />
      <button
        type="button"
        popoverTarget="account-menu"
        className="ms-auto flex min-h-11 min-w-0 items-center gap-2.5 rounded-control px-2 hover:bg-muted"
      >
        <PersonPicture name={shown} picture={picture} />
        <span className="min-w-0 text-start text-[0.9375rem] leading-snug">
          <span className="sr-only">{translate(locale, 'account.signed_in_as')} </span>
          <bdi className="font-semibold">{shown}</bdi>
          {name !== null && <bdi className="block text-muted-foreground text-sm">{displayText(username)}</bdi>}
        </span>
        <Icon name="chevron" className="size-4 shrink-0" />
      </button>
      <section
        id="account-menu"
        popover="auto"
        aria-label={translate(locale, 'account.title')}
        className="fixed start-auto end-4 top-20 bottom-auto w-72 max-w-[calc(100vw-2rem)] rounded-box border border-border bg-card p-3 text-foreground shadow-card"
      >
        <ul className="grid">
          <MenuLink href="/account/language">{translate(locale, 'account.language.title')}</MenuLink>
          <MenuLink href={`/account/sign-in?${new URLSearchParams({ to: path, choose: '1' })}`}>
            {translate(locale, 'account.switch')}
          </MenuLink>
          <MenuLink href="/logout">{translate(locale, 'action.sign_out')}</MenuLink>
        </ul>
        {host && (
          <p className="mt-2 border-border border-t px-3 pt-3 text-muted-foreground text-sm">
            {translate(locale, 'shell.host', { host })}
          </p>
        )}
      </section>
    </header>
  );
}

function MenuLink({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <li>
      <a href={href} className="flex min-h-11 items-center rounded-control px-3 hover:bg-muted">
        {children}
      </a>
    </li>
  );
}

/** The parts of the account with their first pages, in the order of the navigation. */
const accountSections = {
  home: '/account',
  profile: '/account/profile',
  security: '/account/security',
  devices: '/account/devices',
  apps: '/account/apps',
  approvals: '/account/approvals',
} as const;

export type AccountSection = keyof typeof accountSections;

type AccountNavProps = Pick<AccountShellProps, 'locale' | 'section' | 'approvals'>;

/** The navigation: tabs above the page on phones, a list next to it on wider screens. */
function AccountNav({ locale, section, approvals }: AccountNavProps) {
  const shown = approvals === null ? sections : [...sections, 'approvals' as const];
  return (
    <nav aria-label={translate(locale, 'account.title')} className="border-border border-b lg:border-b-0">
      <ul className="-mx-1 flex flex-wrap gap-x-1 lg:mx-0 lg:grid lg:gap-1">
        {shown.map((one) => (
          <li key={one}>
            <a
              href={accountSections[one]}
              aria-current={one === section ? 'page' : undefined}
              className={`flex min-h-11 items-center border-transparent px-2.5 text-muted-foreground hover:text-foreground aria-[current]:font-semibold aria-[current]:text-foreground ${tab} ${entry} ${forced}`}
            >
              {translate(locale, `account.sections.${one}`)}
              {one === 'approvals' && <WaitingCount locale={locale} count={approvals ?? 0} />}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function WaitingCount({ locale, count }: { readonly locale: Locale; readonly count: number }) {
  if (count === 0) return null;
  const shown = count >= 100 ? '99+' : new Intl.NumberFormat(locale).format(count);
  return (
    <span className="ms-2" data-waiting={count}>
      <span className="sr-only">{translate(locale, 'account.approvals.waiting', { count: shown })}</span>
      <span aria-hidden="true">
        <Badge>{shown}</Badge>
      </span>
    </span>
  );
}

const sections: readonly AccountSection[] = ['home', 'profile', 'security', 'devices', 'apps'];
const tab = 'border-b-2 text-[0.9375rem] aria-[current]:border-foreground';
/** With forced colors, a transparent border and a background are not different from their surroundings. */
const forced = 'forced-colors:border-[Canvas] forced-colors:aria-[current]:underline';
const entry = 'lg:rounded-box lg:border-b-0 lg:px-3 lg:text-base lg:hover:bg-muted lg:aria-[current]:bg-muted';

/**
 * The success of an action at the top of the next page. It has the focus when the page opens, even without a script.
 */
function SuccessBanner({ children }: { readonly children: ReactNode }) {
  return (
    <div
      role="status"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the banner must be what is read first after a form
      autoFocus
      data-done
      className="rounded-box border border-success/40 bg-success-soft px-4 py-3 text-[0.9375rem] [overflow-wrap:anywhere]"
    >
      {children}
    </div>
  );
}
