import { isConfirmationField } from './access/confirmation-fields';
import { AdminError } from './admin-error';

/** What was posted to a Server Action of the area. */
export type PostedFields = {
  /** The trimmed text of a field; empty when there is none or it is a file. */
  readonly text: (name: string) => string;
  /** Every value of a field that may be there several times. */
  readonly list: (name: string) => readonly string[];
  /** The lines of a text area, without empty ones. */
  readonly lines: (name: string) => readonly string[];
  readonly has: (name: string) => boolean;
  /** The file of a field; null when none was chosen. */
  readonly file: (name: string) => File | null;
  /** What may be shown again in the form. */
  readonly shown: Readonly<Record<string, readonly string[]>>;
};

const maximumFields = 2000;
/** Of a value, in characters: what is longer is cut. */
export const maximumLength = 65_536;
/** Never given back to a page: names like `client_secret`, but not `access_token_lifetime_seconds`. */
const secret = /(^|_)(password|secret|token|csrf)$/;

/** Reads a posted form. Longer text than any field takes is cut, so that the schema behind refuses it by its length. */
export function readActionForm(data: FormData): PostedFields {
  const values = new Map<string, string[]>();
  const files = new Map<string, File>();
  for (const [name, value] of [...data].slice(0, maximumFields)) {
    if (name.startsWith('$')) continue;
    if (typeof value !== 'string') {
      if (value.size > 0) files.set(name, value);
      continue;
    }
    values.set(name, [...(values.get(name) ?? []), value.slice(0, maximumLength)]);
  }
  const list = (name: string) => values.get(name) ?? [];
  const text = (name: string) => (list(name)[0] ?? '').trim();
  return {
    text,
    list,
    lines: (name) => linesOf(text(name)),
    has: (name) => values.has(name),
    file: (name) => files.get(name) ?? null,
    shown: Object.fromEntries([...values].filter(([name]) => !secret.test(name) && !isConfirmationField(name))),
  };
}

/** The lines of a text, trimmed and without empty ones. */
export function linesOf(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Of a note, in characters. */
export const maximumReason = 300;

/** A page with several forms has a field of its own for each: see ReasonField. */
const reasonField = /^reason(_\w+)?$/;

/** Why, in the administrator's words; null without any. @throws AdminError `invalid` at the field when it is too long */
export function reasonOf(form: PostedFields): string | null {
  const field = Object.keys(form.shown).find((name) => reasonField.test(name)) ?? 'reason';
  const reason = form.text(field);
  if (reason.length <= maximumReason) return reason || null;
  const message = `expected at most ${maximumReason} characters`;
  const facts = { limit: maximumReason, of: 'string' };
  throw new AdminError('invalid', message, [{ field, code: 'too_big', message, facts }]);
}

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
