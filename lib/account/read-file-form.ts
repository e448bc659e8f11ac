import type { Context } from '#lib/context';
import type { HttpRequest } from '#lib/http/types';
import { type ProblemPage, problemPage } from '#lib/login/problem-page';
import type { PostedForm } from '#lib/login/read-form';
import { callerOf } from '#lib/sessions/caller';
import { isSameOrigin } from '#lib/sessions/csrf';

export type FileForm = PostedForm & {
  /** Null if no file was chosen. */
  readonly file: Buffer | null;
};

/**
 * Reads a form with a file (RFC 7578), after the same checks as readPostedForm().
 * @param field the name of the field with the file; a file in another field is refused
 */
export async function readFileForm(
  request: HttpRequest,
  field: string,
  context: Context,
): Promise<FileForm | ProblemPage> {
  const type = request.headers['content-type'] ?? '';
  if (!isSameOrigin(request.headers, context.settings.issuer)) return problemPage(403, 'forbidden_origin', context);
  if (!/^multipart\/form-data\s*;/i.test(type)) return problemPage(415, 'invalid_request', context);
  const parts = await parse(request.bytes ?? new Uint8Array(), type);
  if (parts === null) return problemPage(400, 'invalid_request', context);
  const values = new Map<string, string>();
  const seen = new Set<string>();
  let file: Buffer | null = null;
  for (const [name, value] of parts) {
    const isFile = typeof value !== 'string';
    if (seen.has(name) || (isFile && name !== field) || (!isFile && value.includes('\0'))) {
      return problemPage(400, 'invalid_request', context);
    }
    seen.add(name);
    if (!isFile && value.trim() !== '') values.set(name, value);
    if (!isFile) continue;
    if (value.size > 0) file = Buffer.from(await value.arrayBuffer());
  }
  const parameters = { values, repeated: new Set<string>(), lists: new Map<string, string[]>() };
  return { ...parameters, ...callerOf(request), page: 'form', file };
}

async function parse(bytes: Uint8Array, type: string): Promise<FormData | null> {
  try {
    return await new Response(Buffer.from(bytes), { headers: { 'content-type': type } }).formData();
  } catch {
    // The body is untrusted.
    return null;
  }
}
