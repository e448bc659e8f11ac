import { ButtonLink, buttonClasses } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import type { AdminAction } from '#lib/admin/action-state';
import type { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { SubmitButton } from '../form/submit-button';

type Texts = typeof adminTexts.providers.danger | typeof adminTexts.tenants.danger;

type EntryDangerProps = {
  readonly name: string;
  readonly enabled: boolean;
  readonly texts: Omit<Texts, 'asks' | 'people'>;
  /** Whom disabling it shuts out; null when nobody. */
  readonly warning: string | null;
  readonly deleteHref: string;
  readonly action: AdminAction;
  readonly csrf: string;
};

/** Disable first, and only after reading whom that shuts out; delete afterwards. */
export function EntryDanger({ name, enabled, texts, warning, deleteHref, action, csrf }: EntryDangerProps) {
  const form = { action, csrf, hidden: { name, enabled: String(!enabled) }, label: texts.title };
  if (!enabled) {
    return (
      <Panel title={texts.title}>
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
    <Panel title={texts.title}>
      <div className="grid gap-3">
        <p className="max-w-prose text-sm">{texts.disableText}</p>
        <p className="max-w-prose text-muted-foreground text-sm">{texts.deleteText}</p>
        <details>
          <summary className={buttonClasses({ variant: 'danger', className: 'w-fit list-none' })}>
            {texts.disable}
          </summary>
          <ActionForm {...form} className="grid max-w-prose justify-items-start gap-3 pt-3">
            <Notice tone={warning === null ? 'neutral' : 'warning'}>{warning ?? texts.asksNobody}</Notice>
            <SubmitButton variant="danger">{texts.disableNow}</SubmitButton>
          </ActionForm>
        </details>
      </div>
    </Panel>
  );
}
