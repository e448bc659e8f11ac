import type { AdminContext } from './admin-context';
import { AdminError } from './admin-error';

/** The fields of a form of the administration. */
export type PostedFields = {
  /** The trimmed text of a field. Empty if the field is absent or a file. */
  readonly text: (name: string) => string;
  /** Every value of a field that can occur several times. */
  readonly list: (name: string) => readonly string[];
  /** The lines of a text area, without empty ones. */
  readonly lines: (name: string) => readonly string[];
  /** The words of every value of a field: of checkboxes, and of a text area. */
  readonly words: (name: string) => readonly string[];
  readonly has: (name: string) => boolean;
  /** The file of a field; null when none was chosen. */
  readonly file: (name: string) => File | null;
  /** Every field with texts. */
  readonly all: Readonly<Record<string, readonly string[]>>;
};

/** Reads form data that was made here or posted as it is. */
export function readFormData(data: FormData): PostedFields {
  const values = new Map<string, string[]>();
  const files = new Map<string, File>();
  for (const [name, value] of data) {
    if (typeof value !== 'string') {
      if (value.size > 0) files.set(name, value);
      continue;
    }
    const former = values.get(name);
    if (former === undefined) values.set(name, [value]);
    else former.push(value);
  }
  const list = (name: string) => values.get(name) ?? [];
  const text = (name: string) => (list(name)[0] ?? '').trim();
  return {
    text,
    list,
    lines: (name) => linesOf(text(name)),
    words: (name) => list(name).flatMap(wordsOf),
    has: (name) => values.has(name),
    file: (name) => files.get(name) ?? null,
    all: Object.fromEntries(values),
  };
}

/** The lines of a text, trimmed and without empty ones. */
export function linesOf(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** What stands between spaces and line breaks. */
export function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** The maximum length of a note, in characters. */
export const maximumReason = 300;

/** On a page with several forms, each has its own note: see ReasonField. */
const reasonField = /^reason(_\w+)?$/;

/** The note of the administrator, or null. @throws AdminError `invalid` with the field if the note is too long */
export function reasonOf(form: PostedFields): string | null {
  const field = Object.keys(form.all).find((name) => reasonField.test(name)) ?? 'reason';
  return readNote(form.text(field), field);
}

/** The note, or null if it is empty. @throws AdminError `invalid` with the field if it is too long */
export function readNote(text: string, field = 'reason'): string | null {
  if (text.length <= maximumReason) return text || null;
  throw tooLong(field, maximumReason);
}

/** The context of a change for which the form has a note. @throws AdminError as reasonOf() */
export function withReason(admin: AdminContext, form: PostedFields): AdminContext {
  return { ...admin, reason: reasonOf(form) };
}

/**
 * Asks for what is taken away to be typed, so that nobody does it by accident.
 * @throws AdminError `invalid` with the field
 */
export function checkTyped(value: string, expected: string | null): void {
  if (expected === null || value === expected) return;
  const message = `expected ${expected}`;
  throw new AdminError('invalid', message, [{ field: 'typed', code: 'not_the_name', message, facts: { expected } }]);
}

function tooLong(field: string, limit: number): AdminError {
  const message = `expected at most ${limit} characters`;
  return new AdminError('invalid', message, [{ field, code: 'too_big', message, facts: { limit, of: 'string' } }]);
}

/**
 * The address of the page that a form came from. It keeps "show all settings", and its anchor is the section that was
 * changed last (browser/save-bar.ts sends it).
 */
export function atPart(path: string, form: Pick<PostedFields, 'text'>): string {
  const part = form.text('at');
  const page = form.text('all') === '1' ? `${path}?all=1` : path;
  return /^[a-z][a-z0-9_-]{0,60}$/.test(part) ? `${page}#${part}` : page;
}

/** Whether the form asks for a review instead of being saved. */
export function asksForReview(form: Pick<PostedFields, 'text'>): boolean {
  return form.text('review') === '1';
}
