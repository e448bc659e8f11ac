import { z } from 'zod';
import { buildDocument } from '#lib/admin/api/document/build-document';
import { operations } from '#lib/admin/api/operations';
import type { HttpResponse } from '#lib/http/types';
import { isRecord } from './arbitrary-from-schema';

const document = buildDocument(operations);
const components = recordAt(document, 'components', 'schemas');

/**
 * Checks that an answer of the admin API is as its OpenAPI document says: the document lists its status and its media
 * type, the answer has the described headers, and its body has the described form.
 * @param method HEAD is described as GET
 * @param path as in the document
 * @throws if it is not
 */
export function checkAnswer(method: string, path: string, { status, headers, body }: HttpResponse): void {
  const verb = (method === 'HEAD' ? 'GET' : method).toLowerCase();
  const answers = recordAt(document, 'paths', path, verb, 'responses');
  const label = `${method} ${path} ${status} ${body.slice(0, 500)}`;
  if (!(status in answers)) throw new Error(`the document does not list the status: ${label}`);
  const type = String(headers['content-type'] ?? '').split(';')[0] ?? '';
  const missing = Object.keys(recordAt(answers, String(status), 'headers')).filter(
    (name) => !(name.toLowerCase() in headers),
  );
  if (missing.length > 0) throw new Error(`${missing} is not among the headers: ${label}`);
  const content = recordAt(answers, String(status), 'content');
  if (body === '' && Object.keys(content).length === 0) return;
  if (!(type in content)) throw new Error(`the document does not list ${type}: ${label}`);
  if (type === 'application/x-ndjson') return;
  const result = validatorOf(recordAt(content, type, 'schema')).safeParse(JSON.parse(body));
  if (!result.success) throw new Error(`not as the document says: ${label} ${result.error.message}`);
}

const validators = new Map<string, z.ZodType>();

function validatorOf(schema: Readonly<Record<string, unknown>>): z.ZodType {
  const key = JSON.stringify(schema);
  const known = validators.get(key);
  if (known !== undefined) return known;
  const text = JSON.stringify({ ...schema, $defs: components });
  const made = z.fromJSONSchema(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')));
  validators.set(key, made);
  return made;
}

function recordAt(whole: unknown, ...path: readonly string[]): Readonly<Record<string, unknown>> {
  const [name, ...rest] = path;
  if (name === undefined) return isRecord(whole) ? whole : {};
  return recordAt(isRecord(whole) ? whole[name] : undefined, ...rest);
}
