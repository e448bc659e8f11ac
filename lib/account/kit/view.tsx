import type { ReactNode } from 'react';
import type { AccountSection } from '#components/account/account-shell';
import { PendingSubmit } from '#components/interaction/form-parts';
import { Button, ButtonLink } from '#components/ui/button';
import { TextLink } from '#components/ui/text';
import type { Context } from '#lib/context';
import type { MessageKey } from '#lib/i18n/catalog';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import type { AccountZone } from '#lib/sessions/time-zone';
import type { BrowserWords } from '#lib/vocabulary/browser-words';
import type { NumberedPage } from '#lib/vocabulary/numbered-page';

/** What a page of the account gets: who is signed in, what the address says, and what its form needs. */
export type AccountRequest = {
  readonly context: Context;
  readonly session: SessionWithUser;
  readonly locale: Locale;
  /** The time zone in which the person is shown times. */
  readonly timeZone: AccountZone;
  /** The names in the path. */
  readonly names: Readonly<Record<string, string>>;
  /** The single values of the query. */
  readonly query: Readonly<Record<string, string>>;
  readonly form: AccountFormState;
};

/** What a view shows, of the request: its language, and more by name. */
export type Shown<Name extends 'form' | 'timeZone'> = Pick<AccountRequest, 'locale' | Name>;

/** A page of the account. */
export type AccountPage = {
  /** Below /account, with `[name]` for each name. */
  readonly path: string;
  /** `data-page`. */
  readonly page: string;
  readonly section: AccountSection;
  readonly title: MessageKey;
  readonly text?: MessageKey;
  /** Whether the page exists under the policy, or for this person. If not, the response is 404. If left out, it always exists. */
  readonly exists?: (context: Context, session: SessionWithUser) => boolean;
  /** Whether the page requires a fresh sign-in. If not, any session is enough. */
  readonly fresh?: true;
  /** Reads the data and renders the page, which may have a title of its own. Null if there is no such page (404). */
  readonly render: (request: AccountRequest) => Promise<{ readonly title?: string; readonly body: ReactNode } | null>;
};

/** The state of the form of an account page. */
export type AccountFormState = {
  /** The address that the form is submitted to. */
  readonly action: string;
  /** The hidden CSRF token of the session. */
  readonly csrf: string;
  /** The typed values, by the names of the fields. */
  readonly typed: Readonly<Record<string, string>>;
  readonly problem: { readonly text: string; readonly field: string | null } | null;
};

type AccountFormProps = {
  readonly locale: Locale;
  readonly form: Pick<AccountFormState, 'action' | 'csrf'>;
  /** Whether the form sends a file. */
  readonly hasFile?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
};

/** Fields are as wide as what is typed into them, even on a wide page. */
const fieldsLook = 'gap-6 *:max-w-96';

/** A form of the account with its hidden inputs. */
export function AccountForm({ locale, form, hasFile = false, className = fieldsLook, children }: AccountFormProps) {
  return (
    <form
      method="post"
      action={form.action}
      encType={hasFile ? 'multipart/form-data' : undefined}
      noValidate
      className={`grid ${className}`}
    >
      <input type="hidden" name="csrf" value={form.csrf} />
      {children}
      <PendingSubmit message={translate(locale, 'account.pending')} />
    </form>
  );
}

type FormViewProps = { readonly locale: Locale; readonly form: AccountFormState };

/** The error of a field, for LabeledInput. */
export function errorOf({ locale, form: { problem } }: FormViewProps, field: string) {
  const error = problem?.field === field ? problem.text : undefined;
  return { error, errorPrefix: translate(locale, 'shell.error_prefix') };
}

/** The button that sends a form. */
export function SaveButton({ children }: { readonly children: ReactNode }) {
  return (
    <Button variant="primary" name="decision" value="save">
      {children}
    </Button>
  );
}

type ConfirmFormProps = {
  readonly locale: Locale;
  /** Its typed values are the fields of the first form. */
  readonly form: AccountFormState;
  readonly button: string;
  /** The page that asked for the confirmation. */
  readonly path: string;
};

/** Asks for a confirmation before something is removed. It sends the same fields again, or links back. */
export function ConfirmForm({ locale, form, button, path }: ConfirmFormProps) {
  const { decision = '', ...rest } = form.typed;
  return (
    <AccountForm locale={locale} form={form} className="gap-3 *:max-w-96">
      {Object.entries(rest).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="confirmed" value="1" />
      <Button variant="danger" name="decision" value={decision}>
        {button}
      </Button>
      <ButtonLink variant="secondary" href={path}>
        {translate(locale, 'action.cancel')}
      </ButtonLink>
    </AccountForm>
  );
}

type RowActionProps = {
  readonly locale: Locale;
  readonly form: Pick<AccountFormState, 'action' | 'csrf'>;
  /** The form field that identifies the row. */
  readonly name: string;
  readonly value: string;
  readonly decision: string;
  /** The label of the button for screen readers. */
  readonly label: string;
  readonly children: string;
};

/** The button of one row of a list. */
export function RowAction({ locale, form, name, value, decision, label, children }: RowActionProps) {
  return (
    <AccountForm locale={locale} form={form}>
      <input type="hidden" name={name} value={value} />
      <Button size="small" name="decision" value={decision} aria-label={label} className="min-h-11">
        {children}
      </Button>
    </AccountForm>
  );
}

/** A label and its value on one line, inside a `<dl>`. */
export function FactLine({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

/** Labels with their values and actions. */
export function SummaryList({ children }: { readonly children: ReactNode }) {
  return <dl className="divide-y divide-border rounded-box border border-border bg-card">{children}</dl>;
}

type SummaryRowProps = {
  readonly label: string;
  /** One link. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
};

/** One row of the list. On phones the value is below its label, and the action beside both. */
export function SummaryRow({ label, action, children }: SummaryRowProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 px-4 py-3.5 sm:grid-cols-[10rem_minmax(0,1fr)_auto]">
      <dt className="text-muted-foreground text-sm">{label}</dt>
      <dd className="min-w-0 max-sm:col-start-1">{children}</dd>
      {action && <dd className="-my-2.5 max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1">{action}</dd>}
    </div>
  );
}

type ListPagesProps = {
  readonly locale: Locale;
  readonly path: string;
  readonly page: Omit<NumberedPage<unknown>, 'rows'>;
  /** The parameter with the number, and those that stay. */
  readonly name?: string;
  readonly query?: Readonly<Record<string, string>>;
};

/** Links to the pages beside this one. Nothing if there is only one. */
export function ListPages({ locale, path, page: { page, hasNext }, name = 'page', query = {} }: ListPagesProps) {
  if (page === 1 && !hasNext) return null;
  const to = (number: number) => {
    const asked = String(new URLSearchParams({ ...query, ...(number > 1 && { [name]: String(number) }) }));
    return asked === '' ? path : `${path}?${asked}`;
  };
  return (
    <nav aria-label={translate(locale, 'account.pages.label')} className="-my-2.5 flex flex-wrap gap-x-6">
      {page > 1 && <TextLink href={to(page - 1)}>{translate(locale, 'account.pages.previous')}</TextLink>}
      {hasNext && <TextLink href={to(page + 1)}>{translate(locale, 'account.pages.next')}</TextLink>}
    </nav>
  );
}

/**
 * A time in the reader's language and time zone, in the format of all account pages.
 * @param isDetail the page has room for the name of the zone
 */
export function formatMoment(locale: Locale, at: Date, { name, isNamed }: AccountZone, isDetail = false): string {
  return new Intl.DateTimeFormat(locale, {
    ...{ day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit', timeZone: name },
    ...((isNamed || isDetail) && { timeZoneName: 'short' }),
  }).format(at);
}

/** Only the time of day. */
export function formatTime(locale: Locale, at: Date, { name, isNamed }: AccountZone): string {
  const zone = { timeZone: name, ...(isNamed && ({ timeZoneName: 'short' } as const)) };
  return new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', ...zone }).format(at);
}

/** Only the day. */
export function formatDay(locale: Locale, at: Date, timeZone: AccountZone): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: timeZone.name }).format(at);
}

/** The browser and system as far as they are known: "Firefox on Windows". */
export function deviceName(locale: Locale, { browser, system }: BrowserWords): string {
  if (browser !== null && system !== null) return translate(locale, 'account.devices.on', { browser, system });
  return browser ?? system ?? translate(locale, 'account.devices.unknown');
}
