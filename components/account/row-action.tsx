import { Button } from '#components/ui/button';
import type { Locale } from '#lib/i18n/locales';
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
