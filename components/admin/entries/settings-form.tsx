import type { ReactNode } from 'react';
import type { FormTarget } from '#lib/admin/kit/define-form';
import { AdminForm } from '../form/admin-form';
import { SaveBar } from '../form/save-bar';

/** The common properties of the forms that change an entry. */
export type EntryForm = FormTarget & {
  /** Hidden inputs: the version that the form was made from. */
  readonly hidden: Readonly<Record<string, string>>;
  readonly canEdit: boolean;
};

type SettingsFormProps = {
  readonly title: string;
  readonly form: EntryForm;
  /** Shown below the save button. A person who can only view uses it too. */
  readonly below?: ReactNode;
  readonly children: ReactNode;
};

/** One page of an entry's settings, in sections. */
export function SettingsForm({ title, form, below, children }: SettingsFormProps) {
  return (
    <EntryFormFrame title={title} form={form}>
      <div className="grid min-w-0 gap-6">
        {children}
        {form.canEdit && <SaveBar hasReview />}
      </div>
      {below}
    </EntryFormFrame>
  );
}

/** The form around the settings of an entry, or their texts for a person who cannot change them. */
export function EntryFormFrame({ title, form, children }: Omit<SettingsFormProps, 'below'>) {
  const { canEdit, ...own } = form;
  if (!canEdit) return <div className="grid gap-5">{children}</div>;
  return (
    <AdminForm {...own} label={title} guarded>
      {children}
    </AdminForm>
  );
}
