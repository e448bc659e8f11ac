import { untouched } from '#lib/admin/action-state';
import { formState } from '#lib/admin/form-state';
import { adminTexts } from '#lib/i18n/admin/texts';
import { DifferenceTable } from '../difference-table';

/** The changes that sending the form again would make, if the answer to the form is a review. */
export function Review() {
  const { review, section } = formState() ?? untouched;
  if (review === null) return null;
  const { changes, nothing } = adminTexts.shell.form.review;
  const hasChanges = review.differences.length > 0;
  return (
    // biome-ignore lint/a11y/noAutofocus: the review comes with a new page
    <div role="status" tabIndex={-1} autoFocus className="grid min-w-0 gap-3 outline-none">
      <p className="font-medium text-sm">{hasChanges ? changes : nothing}</p>
      {hasChanges && (
        <DifferenceTable caption={changes} differences={review.differences} {...(section && { section })} />
      )}
    </div>
  );
}
