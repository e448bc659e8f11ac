import type { ReactNode } from 'react';
import { PendingSubmit } from '#components/interaction/form-parts';
import { Button, ButtonLink } from '#components/ui/button';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';

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

/** A form of the account with its hidden inputs. */
export function AccountForm({ locale, form, hasFile = false, className = 'gap-6', children }: AccountFormProps) {
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

/** The error of a field, for LabeledInput. */
export function errorOf({ problem }: Pick<AccountFormState, 'problem'>, field: string): string | undefined {
  return problem?.field === field ? problem.text : undefined;
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
    <AccountForm locale={locale} form={form} className="gap-3">
      {Object.entries(rest).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="confirmed" value="1" />
      <Button variant="danger" name="decision" value={decision}>
        {button}
      </Button>
      <ButtonLink variant="secondary" href={path}>
        {translate(locale, 'account.cancel')}
      </ButtonLink>
    </AccountForm>
  );
}
