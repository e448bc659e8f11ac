import type { ReactNode } from 'react';
import { Button, ButtonLink } from '#components/ui/button';
import { untouched } from '#lib/admin/action-state';
import { formState, isBack } from '#lib/admin/form-state';
import { maximumReason } from '#lib/admin/read-form';
import { adminTexts } from '#lib/i18n/admin/texts';
import { DifferenceTable } from '../difference-table';
import { RiskList } from '../risk-list';
import { TextField } from './field';

type SaveBarProps = {
  /** The form has a button for a review of its changes. */
  readonly hasReview?: boolean;
  readonly save?: string;
  /** The help of the note, if the history does not show the note. */
  readonly noteHelp?: string;
};

/**
 * The end of a form that changes something: the differences, the note and the buttons. browser/save-bar.ts shows it at
 * the bottom of the window from the first change on.
 */
export function SaveBar({ hasReview = false, save, noteHelp }: SaveBarProps) {
  const texts = adminTexts.shell.form;
  const { one, many, some } = texts.changed;
  const state = formState() ?? untouched;
  const changed = isBack(state);
  return (
    <>
      <Review />
      <div
        data-save-bar={changed ? 'changed' : ''}
        data-one={one}
        data-many={many}
        data-some={some}
        className="group/bar grid gap-3 data-active:sticky data-active:bottom-0 data-active:z-10 data-active:-mx-4 data-active:gap-2 data-active:border-border data-active:border-t data-active:bg-card data-active:px-4 data-active:py-3 data-active:shadow-lg sm:data-active:-mx-6 sm:data-active:px-6 [@media(height<30rem)]:data-active:flex [@media(height<30rem)]:data-active:items-center [@media(height<30rem)]:data-active:justify-between [@media(height<30rem)]:data-active:py-1.5"
      >
        <input type="hidden" name="at" data-changed-at />
        <p data-changed role="status" hidden className="min-w-0 truncate font-medium text-sm" />
        <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
          <div className="min-w-0 max-w-xl grow basis-64 group-data-active/bar:[&_p]:sr-only [@media(height<30rem)]:group-data-active/bar:hidden">
            <ReasonField {...(noteHelp !== undefined && { help: noteHelp })} />
          </div>
          {/* The Enter key presses the first button. */}
          <div className="flex flex-row-reverse flex-wrap gap-2">
            <SubmitButton>{state.review?.isUnasked ? texts.review.saveAnyway : (save ?? texts.save)}</SubmitButton>
            <Button type="button" variant="quiet" data-discard hidden>
              {texts.discard}
            </Button>
            {hasReview && (
              <SubmitButton variant="secondary" name="review" value="1">
                {texts.review.button}
              </SubmitButton>
            )}
          </div>
        </div>
      </div>
    </>
  );
}

/** What sending the form again would do, if the answer to the form is a review: first what it means for people. */
export function Review() {
  const { review, section } = formState() ?? untouched;
  if (review === null) return null;
  const { changes, nothing, unsaved } = adminTexts.shell.form.review;
  const hasChanges = review.differences.length > 0;
  const title = review.isUnasked ? unsaved : hasChanges ? changes : nothing;
  return (
    // biome-ignore lint/a11y/noAutofocus: the review comes with a new page
    <div role="status" tabIndex={-1} autoFocus className="grid min-w-0 gap-3 outline-none">
      <p className="font-medium text-sm">{title}</p>
      <RiskList risks={review.effects ?? []} />
      {hasChanges && (
        <DifferenceTable caption={changes} differences={review.differences} {...(section && { section })} />
      )}
    </div>
  );
}

const texts = adminTexts.shell.form;

type ReasonFieldProps = {
  /** Tells apart the fields of several forms on a page. */
  readonly form?: string;
  /** Says where the note is shown. */
  readonly help?: string;
  readonly className?: string;
};

/** The note on why something is done. reasonOf() reads it. */
export function ReasonField({ form, help = texts.reasonHelp, className }: ReasonFieldProps) {
  return (
    <TextField
      name={form === undefined ? 'reason' : `reason_${form}`}
      label={texts.reason}
      help={help}
      maxLength={maximumReason}
      {...(className !== undefined && { className })}
    />
  );
}

type SubmitButtonProps = {
  readonly variant?: 'primary' | 'secondary' | 'danger' | 'confirmed-danger' | 'quiet';
  readonly size?: 'normal' | 'small';
  readonly name?: string;
  readonly value?: string;
  readonly children: ReactNode;
};

/** A submit button. browser/pending-submit.ts ignores a second press. */
export function SubmitButton({ variant = 'primary', size = 'normal', children, ...rest }: SubmitButtonProps) {
  return (
    <Button variant={variant} size={size} {...rest}>
      {children}
    </Button>
  );
}

type SubmitOrCancelProps = {
  readonly submit: string;
  readonly variant?: 'primary' | 'danger';
  /** The page for a person who cancels. */
  readonly backHref: string;
};

/** The submit button and the cancel link at the end of a form. */
export function SubmitOrCancel({ submit, variant = 'primary', backHref }: SubmitOrCancelProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <SubmitButton variant={variant}>{submit}</SubmitButton>
      <ButtonLink href={backHref} variant="quiet">
        {adminTexts.shell.form.cancel}
      </ButtonLink>
    </div>
  );
}
