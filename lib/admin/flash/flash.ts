import type { ApplyReport } from '#lib/config/apply';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { Review } from '../action-state';
import type { AdminContext } from '../admin-context';
import { summarizeRevision } from '../history/read';
import type { PostedFields } from '../read-form';

/** The message after an action, shown once by the next page. Errors are never shown this way. */
export type Flash = {
  /** A sentence. */
  readonly text: string;
  /** The revision that the action created, which the page offers to undo. Null if the configuration did not change. */
  readonly revision: number | null;
};

/** The page that an action leads to, and the message that it shows once. */
export type Leads = { readonly goTo: string; readonly flash: Flash };

/** A form that leads to a page. */
export type LeadingForm = (admin: AdminContext, form: PostedFields) => Promise<Leads>;

/** A form that leads to a page, or shows the changes that it would make. */
export type ReviewedForm = (admin: AdminContext, form: PostedFields) => Promise<Leads | { readonly review: Review }>;

/** A message for an action that did not change the configuration, or cannot be undone. */
export function plainFlash(text: string): Flash {
  return { text, revision: null };
}

/** The message after a change of the configuration, with an offer to undo it. */
export function savedFlash({ changes, revision }: ApplyReport): Flash {
  if (revision === null) return plainFlash(adminTexts.flash.unchanged);
  return { text: `${summarizeRevision(changes)}.`, revision };
}
