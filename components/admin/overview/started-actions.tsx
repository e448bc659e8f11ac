import { ButtonLink } from '#components/ui/button';
import { adminTexts } from '#lib/i18n/admin/texts';
import { AdminForm } from '../form/admin-form';
import { SubmitButton } from '../form/submit-button';

type StartedActionsProps = {
  /** Whether the person can remove the demo. */
  readonly mayRemoveDemo: boolean;
};

/** The actions for the card of the first steps. */
export function StartedActions({ mayRemoveDemo }: StartedActionsProps) {
  const texts = adminTexts.overview.started;
  return (
    <>
      {mayRemoveDemo && (
        <ButtonLink href="/admin/demo" size="small">
          {texts.removeDemo}
        </ButtonLink>
      )}
      <AdminForm action="/admin/submit" label={texts.dismissLabel} proof="none" className="grid gap-2">
        <SubmitButton variant="secondary" size="small">
          {texts.dismiss}
        </SubmitButton>
      </AdminForm>
    </>
  );
}
