'use client';

import { ButtonLink } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import type { AdminAction } from '#lib/admin/action-state';
import type { ApplicationKind } from '#lib/admin/clients/application-kind';
import { type ClientDraft, draftAddress } from '#lib/admin/clients/draft';
import type { ClientReview } from '#lib/admin/clients/review-draft';
import { adminTexts } from '#lib/i18n/admin/texts';
import { DifferenceTable } from '../difference-table';
import { ActionForm } from '../form/action-form';
import { SubmitButton } from '../form/submit-button';
import { CreatedView } from './created-view';

type ReviewFormProps = {
  readonly kind: ApplicationKind;
  readonly draft: ClientDraft;
  readonly review: ClientReview;
  readonly action: AdminAction;
  readonly csrf: string;
};

/**
 * A new client before it is made, with every setting that is not the default. Once it is made, the same form shows its
 * secret: without scripts that is the same page again, whose draft has found its id taken by then.
 */
export function ReviewForm({ kind, draft, review, action, csrf }: ReviewFormProps) {
  const { wizard } = adminTexts.clients;
  return (
    <ActionForm
      action={action}
      csrf={csrf}
      hidden={{ kind, ...draft }}
      label={wizard.title}
      done={(result, guides) => <CreatedView result={result} guides={guides} />}
    >
      {'problem' in review ? (
        <Notice tone="bad" title={adminTexts.shell.form.problems}>
          <p>{review.problem}</p>
        </Notice>
      ) : (
        <>
          <p className="max-w-prose text-muted-foreground">{wizard.reviewText}</p>
          <DifferenceTable caption={wizard.settings} differences={review.settings} />
        </>
      )}
      <div className="flex flex-wrap gap-2">
        {'settings' in review && <SubmitButton>{wizard.submit}</SubmitButton>}
        <ButtonLink href={draftAddress(kind, draft, '')}>{wizard.change}</ButtonLink>
      </div>
    </ActionForm>
  );
}
