import { z } from 'zod';
import { readPairs } from '#lib/http/form';
import type { HttpRequest } from '#lib/http/types';
import { boundedText } from '#lib/vocabulary/text';

/** What a field of a form holds: a text (empty if it was not sent), a list of texts, or a file. */
export type Fields = Readonly<Record<string, z.ZodType>>;

/** A field of one line or several. Spaces around its text are no part of it. @param maximum in characters */
export function text(maximum: number) {
  return boundedText(maximum);
}

/**
 * A field whose text is taken as it was sent and never shown again: a password, a code, the row of a button. Only spaces
 * are empty.
 */
export function once(maximum: number) {
  return boundedText(maximum).meta({ once: true });
}

export function isOnce(schema: z.ZodType): boolean {
  return schema.meta()?.once === true;
}

/** A file, null if none was chosen. @param maximum in bytes */
export function file(maximum: number) {
  return z.file().max(maximum).nullable();
}

/** A posted form whose fields were not checked yet. */
export type Posted = {
  readonly request: HttpRequest;
  /** The text of a field, trimmed. Empty if it was not sent. */
  readonly text: (name: string) => string;
  /** Every value of a field as it was sent. */
  readonly list: (name: string) => readonly string[];
  readonly file: (name: string) => File | null;
  readonly has: (name: string) => boolean;
  /** The names of all fields with texts. */
  readonly names: readonly string[];
};

const maximumFields = 2000;

/**
 * Reads a posted form. A field may occur several times only if it is declared as a list, and only a declared file is
 * one. Fields that nobody declared are ignored.
 * @param isOpen the form has other fields too, any number of times
 * @returns null for a form that none of our pages sends
 */
export async function readPosted(request: HttpRequest, fields: Fields, isOpen = false): Promise<Posted | null> {
  const pairs = takesFile(fields) ? await readParts(request) : readPairs(request.body, maximumFields);
  if (pairs === null || pairs.length > maximumFields) return null;
  const mayRepeat = (name: string, schema: z.ZodType | undefined) =>
    schema === undefined ? isOpen && name !== 'csrf' : schema instanceof z.ZodArray;
  const values = new Map<string, string[]>();
  const files = new Map<string, File>();
  for (const [name, value] of pairs) {
    const schema = fields[name];
    if (typeof value !== 'string') {
      if (files.has(name) || schema === undefined || !isFile(schema)) return null;
      files.set(name, value);
      continue;
    }
    const former = values.get(name);
    if (value.includes('\0') || (former !== undefined && !mayRepeat(name, schema))) return null;
    if (former === undefined) values.set(name, [value]);
    else former.push(value);
  }
  const list = (name: string) => values.get(name) ?? [];
  const chosen = (name: string) => (files.get(name)?.size ? (files.get(name) ?? null) : null);
  return {
    request,
    text: (name) => (list(name)[0] ?? '').trim(),
    list,
    file: chosen,
    has: (name) => values.has(name),
    names: [...values.keys()],
  };
}

/** Whether the form is sent as multipart/form-data (RFC 7578). */
export function takesFile(fields: Fields): boolean {
  return Object.values(fields).some(isFile);
}

/** The value of each declared field before its schema has checked it. */
export function rawValues(fields: Fields, { text, list, file }: Posted): Readonly<Record<string, unknown>> {
  const raw = (name: string, schema: z.ZodType) => {
    if (isFile(schema)) return file(name);
    if (isOnce(schema)) return text(name) === '' ? '' : list(name)[0];
    return schema instanceof z.ZodArray ? list(name) : text(name);
  };
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, raw(name, schema)]));
}

function isFile(schema: z.ZodType): boolean {
  return schema instanceof z.ZodNullable && schema.unwrap() instanceof z.ZodFile;
}

async function readParts({ bytes, headers }: HttpRequest): Promise<[name: string, value: string | File][] | null> {
  try {
    const options = { headers: { 'content-type': headers['content-type'] ?? '' } };
    return [...(await new Response(Buffer.from(bytes ?? []), options).formData())];
  } catch {
    // The body is untrusted.
    return null;
  }
}
