import { parseParameters } from '#lib/http/form';
import type { HttpRequest } from '#lib/http/types';
import { administrativeJson, jsonProblems, parseJson } from '#lib/vocabulary/json';
import { isVisible } from '#lib/vocabulary/text';
import { maximumReason } from '../read-form';
import { ApiProblem } from './api-problem';

const jsonType = /^application\/json[ \t]*(;[ \t]*(charset[ \t]*=[ \t]*"?utf-8"?[ \t]*)?)*$/i;
const none: ReadonlySet<string> = new Set();

/**
 * The parameters of the address.
 * @throws ApiProblem `malformed` for a parameter that is repeated or cannot be read
 */
export function readQuery({ query }: HttpRequest): Record<string, string> {
  const parameters = parseParameters(query, none);
  if (parameters === null) throw new ApiProblem('malformed', 'The address is malformed');
  const [repeated] = parameters.repeated;
  if (repeated !== undefined) throw new ApiProblem('malformed', 'A query parameter appears twice');
  return Object.fromEntries(parameters.values);
}

/**
 * Reads the body as JSON. It must have the one supported media type, no repeated names, and a size within the limits
 * for administrators (security #146, #148, #149).
 * @returns undefined if there is no body
 * @throws ApiProblem `unsupported_media_type`, `malformed`
 */
export function readJsonBody({ headers, body }: HttpRequest): unknown {
  if (body === '') return undefined;
  if (!jsonType.test(headers['content-type'] ?? '')) {
    throw new ApiProblem('unsupported_media_type', 'expected Content-Type: application/json');
  }
  const parsed = parseJson(body, administrativeJson);
  if ('problem' in parsed) {
    throw new ApiProblem('malformed', `The JSON of the body ${jsonProblems[parsed.problem]}`);
  }
  if (!isPlain(parsed.value))
    throw new ApiProblem('malformed', 'The body contains the name __proto__ or a NUL character');
  return parsed.value;
}

function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, item]) => name !== '__proto__' && isPlain(name) && isPlain(item));
}

/**
 * The reason for a change, for the audit log and the history.
 * @throws ApiProblem `malformed`
 */
export function readReason({ headers }: HttpRequest): string | null {
  const given = headers['signet-reason'];
  if (given === undefined) return null;
  // Node and the Fetch standard read a header byte by byte. Clients send other characters as UTF-8.
  const text = Buffer.from(given, 'latin1').toString('utf8').trim();
  if (text.length > maximumReason || !isVisible(text)) {
    throw new ApiProblem('malformed', `expected Signet-Reason as one line of at most ${maximumReason} characters`);
  }
  return text === '' ? null : text;
}
