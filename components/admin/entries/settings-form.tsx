import type { ReactNode } from 'react';
import { Panel } from '#components/ui/panel';
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

type SettingsFormProps = { readonly title: string; readonly form: EntryForm; readonly children: ReactNode };

/** One page of an entry's settings. Whoever may not change them reads them. */
export function SettingsForm({ title, form: { canEdit, ...form }, children }: SettingsFormProps) {
  return (
    <Panel title={title}>
      <ActionForm {...form} label={title} guarded>
        <fieldset disabled={!canEdit} className="grid min-w-0 max-w-3xl gap-6">
          {children}
          {canEdit && <SaveBar hasReview />}
        </fieldset>
      </ActionForm>
    </Panel>
  );
}
