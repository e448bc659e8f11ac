'use client';

import { useContext } from 'react';
import { adminTexts } from '#lib/i18n/admin/texts';
import { DifferenceTable } from '../difference-table';
import { FormState } from './form-state';

/** What sending the form again would change, when it was answered with that. */
export function Review() {
  const { review, section } = useContext(FormState);
  if (review === null) return null;
  const { changes, nothing } = adminTexts.shell.form.review;
  const hasChanges = review.differences.length > 0;
  return (
    // biome-ignore lint/a11y/noAutofocus: the page with what would change is a new one
    <div role="status" tabIndex={-1} autoFocus className="grid min-w-0 gap-3 outline-none">
      <p className="font-medium text-sm">{hasChanges ? changes : nothing}</p>
      {hasChanges && (
        <DifferenceTable caption={changes} differences={review.differences} {...(section && { section })} />
      )}
    </div>
  );
}
