import type { ReactNode } from 'react';
import { PendingSubmit } from '#components/interaction/pending-submit';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';

/** What a page of the account knows of its form. */
export type AccountFormState = {
  /** Where the form goes. */
  readonly action: string;
  /** The hidden token of the session. */
  readonly csrf: string;
  /** What was typed before, by the names of the fields. */
  readonly typed: Readonly<Record<string, string>>;
  readonly problem: { readonly text: string; readonly field: string | null } | null;
};

type AccountFormProps = {
  readonly locale: Locale;
  readonly form: Pick<AccountFormState, 'action' | 'csrf'>;
  /** It carries a file. */
  readonly hasFile?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
};

/** A form of the account with what it always carries. */
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

/** The problem of one field, as LabeledInput takes it. */
export function errorOf({ problem }: Pick<AccountFormState, 'problem'>, field: string): string | undefined {
  return problem?.field === field ? problem.text : undefined;
}
