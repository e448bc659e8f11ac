import { isConfirmationField } from './access/confirmation-fields';

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
