import type { PostedFields } from '../read-form';

/**
 * The address of the page that a form came from: with all settings if it showed them, and at the part that was changed
 * last (browser/save-bar.ts says which).
 */
export function atPart(path: string, form: Pick<PostedFields, 'text'>): string {
  const part = form.text('at');
  const page = form.text('all') === '1' ? `${path}?all=1` : path;
  return /^[a-z][a-z0-9_-]{0,60}$/.test(part) ? `${page}#${part}` : page;
}

/** Whether the form asks what it would change, before it is saved. */
export function asksForReview(form: Pick<PostedFields, 'text'>): boolean {
  return form.text('review') === '1';
}
