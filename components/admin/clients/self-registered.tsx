import { Notice } from '#components/ui/notice';
import type { AdminAction } from '#lib/admin/action-state';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { SubmitButton } from '../form/submit-button';

type SelfRegisteredProps = {
  readonly clientId: string;
  /** Null for somebody who may not change the client. */
  readonly action: AdminAction | null;
  readonly csrf: string;
};

/** Nobody vouches for the client yet; whoever has looked at it can. */
export function SelfRegistered({ clientId, action, csrf }: SelfRegisteredProps) {
  const { title, text, review } = adminTexts.clients.selfRegistered;
  return (
    <Notice tone="warning" title={title}>
      <p>{text}</p>
      {action && (
        <ActionForm action={action} csrf={csrf} hidden={{ client_id: clientId }} label={review} className="pt-2">
          <SubmitButton variant="secondary" size="small">
            {review}
          </SubmitButton>
        </ActionForm>
      )}
    </Notice>
  );
}
