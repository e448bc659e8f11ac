import type { ReactNode } from 'react';
import { Button } from '#components/ui/button';
import { TextLink } from '#components/ui/text-link';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { NumberedPage } from '#lib/vocabulary/numbered-page';
import { AccountForm, type AccountFormState } from './account-form';

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
};

/** Links to the pages beside this one. Nothing if there is only one. */
export function ListPages({ locale, path, page: { page, hasNext } }: ListPagesProps) {
  if (page === 1 && !hasNext) return null;
  const to = (number: number) => (number === 1 ? path : `${path}?page=${number}`);
  return (
    <nav aria-label={translate(locale, 'account.pages.label')} className="-my-2.5 flex flex-wrap gap-x-6">
      {page > 1 && <TextLink href={to(page - 1)}>{translate(locale, 'account.pages.previous')}</TextLink>}
      {hasNext && <TextLink href={to(page + 1)}>{translate(locale, 'account.pages.next')}</TextLink>}
    </nav>
  );
}
