import { cache } from 'react';
import type { StepUpView } from '#lib/admin/access/read-step-up';

/** What every form of a page needs to know of its request. */
type PageForms = {
  /** The value of the hidden field `csrf`. */
  readonly csrf: string;
  /** How the person can confirm their identity. Null for a person who can change nothing. */
  readonly stepUp: StepUpView | null;
  /** The query of the page, which it has again when a form comes back. */
  readonly query: string;
  /** The path and query of the page. */
  readonly address: string;
};

/** One for each page that is rendered. */
const holder = cache((): { forms: PageForms } => ({ forms: { csrf: '', stepUp: null, query: '', address: '' } }));

/** What the forms of the page that is being rendered need. */
export function pageForms(): PageForms {
  return holder().forms;
}

/** Sets it for the page, before its content is rendered. */
export function setPageForms(forms: PageForms): void {
  holder().forms = forms;
}
