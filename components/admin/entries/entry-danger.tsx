import { ButtonLink, buttonClasses } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { actionProofs, proofFor } from '#lib/admin/access/action-proofs';
import type { AdminAction } from '#lib/admin/action-state';
import { ActionForm } from '../form/action-form';
import { SubmitButton } from '../form/submit-button';

export type DangerTexts = Readonly<
  Record<'title' | 'disable' | 'disableText' | 'enable' | 'enableText' | 'delete' | 'deleteText', string>
> & {
  /** Whoever disables an entry reads first whom that shuts out. */
  readonly disableNow?: string;
  readonly asksNobody?: string;
};

type EntryDangerProps = {
  /** Names the entry to the action. */
  readonly owner: Readonly<Record<string, string>>;
  readonly enabled: boolean;
  readonly texts: DangerTexts;
  /** Whom disabling it shuts out; null when nobody. */
  readonly warning: string | null;
  readonly deleteHref: string;
  readonly action: AdminAction;
  readonly csrf: string;
};

/** Disable first, delete afterwards. */
export function EntryDanger({ owner, enabled, texts, warning, deleteHref, action, csrf }: EntryDangerProps) {
  const hidden = { ...owner, enabled: String(!enabled) };
  const form = { action, csrf, hidden, proof: proofFor(actionProofs.entries.enableEntry, hidden), label: texts.title };
  const { disableNow } = texts;
  if (!enabled) {
    return (
      <Panel title={texts.title} id="danger">
        <ActionForm {...form} className="grid gap-3">
          <p className="max-w-prose text-sm">{texts.enableText}</p>
          <div className="flex flex-wrap gap-2">
            <SubmitButton>{texts.enable}</SubmitButton>
            <ButtonLink href={deleteHref} variant="danger">
              {texts.delete}
            </ButtonLink>
          </div>
        </ActionForm>
      </Panel>
    );
  }
  return (
    <Panel title={texts.title} id="danger">
      <div className="grid gap-3">
        <p className="max-w-prose text-sm">{texts.disableText}</p>
        <p className="max-w-prose text-muted-foreground text-sm">{texts.deleteText}</p>
        {disableNow === undefined ? (
          <ActionForm {...form} className="grid justify-items-start gap-3">
            <SubmitButton variant="danger">{texts.disable}</SubmitButton>
          </ActionForm>
        ) : (
          <details>
            <summary className={buttonClasses({ variant: 'danger', className: 'w-fit list-none' })}>
              {texts.disable}
            </summary>
            <ActionForm {...form} className="grid max-w-prose justify-items-start gap-3 pt-3">
              <Notice tone={warning === null ? 'neutral' : 'warning'}>{warning ?? texts.asksNobody}</Notice>
              <SubmitButton variant="danger">{disableNow}</SubmitButton>
            </ActionForm>
          </details>
        )}
      </div>
    </Panel>
  );
}
