import type { ReactNode } from 'react';
import type { NeededProof } from '#lib/admin/access/proof-window';
import type { AdminAction } from '#lib/admin/action-state';
import { ActionForm } from '../form/action-form';
import { SaveBar } from '../form/save-bar';

/** The common properties of the forms that change an entry. */
export type EntryForm = {
  readonly action: AdminAction;
  readonly csrf: string;
  /** Hidden inputs: the entry, its page and the version that the form was made from. */
  readonly hidden: Readonly<Record<string, string>>;
  readonly proof: NeededProof;
  readonly canEdit: boolean;
};

type SettingsFormProps = {
  readonly title: string;
  readonly form: EntryForm;
  /** Shown below the save button. A person who can only view uses it too. */
  readonly below?: ReactNode;
  readonly children: ReactNode;
};

/** One page of an entry's settings, in sections. It is read-only for a person who cannot change them. */
export function SettingsForm({ title, form: { canEdit, ...form }, below, children }: SettingsFormProps) {
  return (
    <ActionForm {...form} label={title} guarded>
      <fieldset disabled={!canEdit} className="grid min-w-0 gap-6">
        {children}
        {canEdit && <SaveBar hasReview />}
      </fieldset>
      {below}
    </ActionForm>
  );
}
