'use client';

import { useContext } from 'react';
import { adminTexts } from '#lib/i18n/admin/texts';
import { DifferenceTable } from '../difference-table';
import { FormState } from './form-state';

/** What sending the form again would change, when it was answered with that. */
export function Review() {
  const { review } = useContext(FormState);
  if (review === null) return null;
  const { changes, nothing } = adminTexts.shell.form.review;
  const hasChanges = review.differences.length > 0;
  return (
    <div role="status" className="grid min-w-0 gap-3">
      <p className="font-medium text-sm">{hasChanges ? changes : nothing}</p>
      {hasChanges && <DifferenceTable caption={changes} differences={review.differences} />}
    </div>
  );
}
