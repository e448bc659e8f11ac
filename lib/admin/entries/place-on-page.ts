import type { PostedFields } from '../read-form';

/** The address of a page, at the part of its form that was changed last (browser/save-bar.ts says which). */
export function atPart(path: string, form: Pick<PostedFields, 'text'>): string {
  const part = form.text('at');
  return /^[a-z][a-z0-9_-]{0,60}$/.test(part) ? `${path}#${part}` : path;
}

/** Whether the form asks what it would change, before it is saved. */
export function asksForReview(form: Pick<PostedFields, 'text'>): boolean {
  return form.text('review') === '1';
}
