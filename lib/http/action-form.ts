import { z } from 'zod';
import { boundedText } from '#lib/vocabulary/text';

/** The body of a form of one of our pages, and its content type. */
export type ActionForm = { readonly bytes: Buffer; readonly type: string };

const reference = /^\$ACTION_REF_(\d{1,6})$/;
/** More than any action accepts: each refuses more than 2,000 fields with its own words. Writing them again takes time. */
const maximumParts = 4000;
const stateKey = /^k[\da-f]{32}$/;
const actionSchema = z.object({ id: boundedText(42, z.regex(/^[\da-f]{42}$/)) });

export function isMultipart(type: string | undefined): boolean {
  return /^\s*multipart\/form-data/i.test(type ?? '');
}

/**
 * Reads a form that React wrote for a Server Action, and writes it again: the ID of the action and the fields of the
 * person stay. The former state of the form is left out, because no action reads it. So React never decodes a value in
 * its own format that a caller wrote (security #156).
 * @returns null for a body that is no such form. Next would answer it with 500
 */
export async function readActionForm(body: Buffer, type: string): Promise<ActionForm | null> {
  const sent = await parse(body, type);
  const number = sent && numberOf(sent);
  if (!number) return null;
  const id = idOf(sent.get(`$ACTION_${number}:0`));
  if (id === null) return null;
  const form = new FormData();
  form.append(`$ACTION_REF_${number}`, '');
  form.append(`$ACTION_${number}:0`, JSON.stringify({ id, bound: '$@1' }));
  form.append(`$ACTION_${number}:1`, '[null]');
  const key = sent.get('$ACTION_KEY');
  if (typeof key === 'string' && stateKey.test(key)) form.append('$ACTION_KEY', key);
  for (const [name, value] of sent) if (!name.startsWith('$')) form.append(name, value);
  const written = new Response(form);
  const bytes = Buffer.from(await written.arrayBuffer());
  return { bytes, type: written.headers.get('content-type') ?? '' };
}

async function parse(body: Buffer, type: string): Promise<FormData | null> {
  try {
    return await new Response(Uint8Array.from(body), { headers: { 'content-type': type } }).formData();
  } catch {
    // The body is untrusted.
    return null;
  }
}

/** The number of the form on its page. Null if the form is too large, or does not name exactly one action. */
function numberOf(form: FormData): string | null {
  const all = [...form.keys()];
  if (all.length > maximumParts) return null;
  const names = all.filter((name) => /^\$ACTION_(REF|ID)_/.test(name));
  return names.length === 1 ? (reference.exec(names[0] ?? '')?.[1] ?? null) : null;
}

function idOf(text: FormDataEntryValue | null): string | null {
  if (typeof text !== 'string' || text.length > 200) return null;
  try {
    return actionSchema.safeParse(JSON.parse(text)).data?.id ?? null;
  } catch {
    return null;
  }
}
