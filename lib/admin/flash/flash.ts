import type { ApplyReport } from '#lib/config/apply';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { Review } from '../action-state';
import type { AdminContext } from '../admin-context';
import { summarizeRevision } from '../history/summarize-revision';
import type { PostedFields } from '../read-form';

/** What an action did, said once by the page that follows it. What went wrong is never said this way. */
export type Flash = {
  /** A sentence. */
  readonly text: string;
  /** The revision of the configuration that the action made; null where it made none. */
  readonly revision: number | null;
  /** Whether the revision can be undone from here. */
  readonly undo: boolean;
};

/** Where an action leads, and what the page there says once. */
export type Leads = { readonly goTo: string; readonly flash: Flash };

/** Where an action leads that did nothing yet: to a page that asks something. */
export type Asks = { readonly goTo: string; readonly flash: null };

/** A form that leads to a page. */
export type LeadingForm = (admin: AdminContext, form: PostedFields) => Promise<Leads>;

/** A form that leads to a page, or shows what it would change. */
export type ReviewedForm = (admin: AdminContext, form: PostedFields) => Promise<Leads | { readonly review: Review }>;

/** Says what was done with a user or an account of theirs. */
export function userFlash(done: keyof typeof adminTexts.flash.users): Flash {
  return plainFlash(adminTexts.flash.users[done]);
}

/** Says something that changed no configuration, or nothing that can be taken back. */
export function plainFlash(text: string): Flash {
  return { text, revision: null, undo: false };
}

/**
 * Says what was saved of the configuration, and offers to undo it.
 * @param undo false for what must not come back, such as a deleted secret
 */
export function savedFlash({ changes, revision }: ApplyReport, { undo = true } = {}): Flash {
  if (revision === null) return plainFlash(adminTexts.flash.unchanged);
  return { text: `${summarizeRevision(changes)}.`, revision, undo };
}
