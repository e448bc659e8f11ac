import { ButtonLink } from '#components/ui/button';
import { Panel } from '#components/ui/panel';
import { actionProofs, proofFor } from '#lib/admin/access/action-proofs';
import type { AdminAction } from '#lib/admin/action-state';
import { ActionForm } from '../form/action-form';
import { SubmitButton } from '../form/submit-button';

export type DangerTexts = Readonly<
  Record<'title' | 'disable' | 'disableText' | 'enable' | 'enableText' | 'delete' | 'deleteText', string>
>;

type EntryDangerProps = {
  /** Tells the action which entry it is about. */
  readonly owner: Readonly<Record<string, string>>;
  readonly enabled: boolean;
  readonly texts: DangerTexts;
  /** The page that asks for confirmation. */
  readonly disableHref: string;
  readonly deleteHref: string;
  readonly action: AdminAction;
  readonly csrf: string;
};

/** Disables an entry first, and deletes it once it is disabled. */
export function EntryDanger({ owner, enabled, texts, disableHref, deleteHref, action, csrf }: EntryDangerProps) {
  if (enabled) {
    return (
      <Panel title={texts.title} id="danger">
        <div className="grid justify-items-start gap-3">
          <p className="max-w-prose text-sm">{texts.disableText}</p>
          <p className="max-w-prose text-muted-foreground text-sm">{texts.deleteText}</p>
          <ButtonLink href={disableHref} variant="danger" data-confirm="">
            {texts.disable}
          </ButtonLink>
        </div>
      </Panel>
    );
  }
  const hidden = { ...owner, enabled: 'true' };
  const proof = proofFor(actionProofs.entries.enableEntry, hidden);
  return (
    <Panel title={texts.title} id="danger">
      <ActionForm action={action} csrf={csrf} proof={proof} hidden={hidden} label={texts.title} className="grid gap-3">
        <p className="max-w-prose text-sm">{texts.enableText}</p>
        <div className="flex flex-wrap gap-2">
          <SubmitButton>{texts.enable}</SubmitButton>
          <ButtonLink href={deleteHref} variant="danger" data-confirm="">
            {texts.delete}
          </ButtonLink>
        </div>
      </ActionForm>
    </Panel>
  );
}
