import type { ReactNode } from 'react';
import type { NeededProof } from '#lib/admin/access/proof-window';
import type { AdminAction } from '#lib/admin/action-state';
import { ActionForm } from '../form/action-form';
import { SaveBar } from '../form/save-bar';

/** What a form that changes an entry is sent with. */
export type EntryForm = {
  readonly action: AdminAction;
  readonly csrf: string;
  /** Names the entry, its page and the version that the form was made from. */
  readonly hidden: Readonly<Record<string, string>>;
  readonly proof: NeededProof;
  readonly canEdit: boolean;
};

type SettingsFormProps = {
  readonly title: string;
  readonly form: EntryForm;
  /** What stands below the button that saves, and can be used by whoever may only look. */
  readonly below?: ReactNode;
  readonly children: ReactNode;
};

/** One page of an entry's settings, in sections. Whoever may not change them reads them. */
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
