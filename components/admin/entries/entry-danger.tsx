import { ButtonLink } from '#components/ui/button';
import { Panel } from '#components/ui/panel';
import type { FormTarget } from '#lib/admin/kit/define-form';
import { AdminForm } from '../form/admin-form';
import { SubmitButton } from '../form/submit-button';

export type DangerTexts = Readonly<
  Record<'title' | 'disable' | 'disableText' | 'enable' | 'enableText' | 'delete' | 'deleteText', string>
>;

type EntryDangerProps = {
  readonly enabled: boolean;
  readonly texts: DangerTexts;
  /** The page that asks for confirmation. */
  readonly disableHref: string;
  readonly deleteHref: string;
  /** The form that enables it. */
  readonly enable: FormTarget;
};

/** Disables an entry first, and deletes it once it is disabled. */
export function EntryDanger({ enabled, texts, disableHref, deleteHref, enable }: EntryDangerProps) {
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
  return (
    <Panel title={texts.title} id="danger">
      <AdminForm {...enable} label={texts.title} className="grid gap-3">
        <p className="max-w-prose text-sm">{texts.enableText}</p>
        <div className="flex flex-wrap gap-2">
          <SubmitButton>{texts.enable}</SubmitButton>
          <ButtonLink href={deleteHref} variant="danger" data-confirm="">
            {texts.delete}
          </ButtonLink>
        </div>
      </AdminForm>
    </Panel>
  );
}
