import { ButtonLink } from '#components/ui/button';
import type { AdminAction } from '#lib/admin/action-state';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { SubmitButton } from '../form/submit-button';

type StartedActionsProps = {
  readonly dismiss: AdminAction;
  readonly csrf: string;
  /** Whether the person can remove the demo. */
  readonly mayRemoveDemo: boolean;
};

/** The actions for the card of the first steps. */
export function StartedActions({ dismiss, csrf, mayRemoveDemo }: StartedActionsProps) {
  const texts = adminTexts.overview.started;
  return (
    <>
      {mayRemoveDemo && (
        <ButtonLink href="/admin/demo" size="small">
          {texts.removeDemo}
        </ButtonLink>
      )}
      <ActionForm action={dismiss} csrf={csrf} label={texts.dismissLabel} className="grid gap-2">
        <SubmitButton variant="secondary" size="small">
          {texts.dismiss}
        </SubmitButton>
      </ActionForm>
    </>
  );
}
