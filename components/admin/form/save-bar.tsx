import { Button } from '#components/ui/button';
import { untouched } from '#lib/admin/action-state';
import { formState, isBack } from '#lib/admin/form-state';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ReasonField } from './reason-field';
import { Review } from './review';
import { SubmitButton } from './submit-button';

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
  const changed = isBack(formState() ?? untouched);
  return (
    <>
      <Review />
      <div
        data-save-bar={changed ? 'changed' : ''}
        data-one={one}
        data-many={many}
        data-some={some}
        className="group/bar grid gap-3 data-active:sticky data-active:bottom-0 data-active:z-10 data-active:-mx-4 data-active:gap-2 data-active:border-border data-active:border-t data-active:bg-card data-active:px-4 data-active:py-3 data-active:shadow-lg sm:data-active:-mx-6 sm:data-active:px-6"
      >
        <input type="hidden" name="at" data-changed-at />
        <p data-changed role="status" hidden className="min-w-0 truncate font-medium text-sm" />
        <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
          <div className="min-w-0 max-w-xl grow basis-64 group-data-active/bar:[&_p]:sr-only">
            <ReasonField {...(noteHelp !== undefined && { help: noteHelp })} />
          </div>
          {/* The Enter key presses the first button. */}
          <div className="flex flex-row-reverse flex-wrap gap-2">
            <SubmitButton>{save ?? texts.save}</SubmitButton>
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
