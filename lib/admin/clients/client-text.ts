import { isConfigurationError } from '#lib/config/problem';
import { readSource } from '#lib/config/source';
import type { IssueFacts } from '#lib/vocabulary/entry';
import { isJsonObject } from '#lib/vocabulary/json';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { secretKeys } from '#lib/vocabulary/without-secrets';
import { AdminError, isAdminError } from '../admin-error';

/** The field that contains a client as text. */
export const textName = 'json';

/** A client in the format of a configuration file, as JSON. Without its secrets. */
export function clientText(client: Wire): string {
  return JSON.stringify(Object.fromEntries(Object.entries(client).filter(([key]) => !secretKeys.has(key))), null, 2);
}

/**
 * Reads a client in the format of a configuration file, YAML or JSON. The text is the client itself, or a file with one
 * client.
 * @throws AdminError `invalid` at the text
 */
export function readClientText(text: string): Wire {
  const client = onlyClient(parse(text));
  const [secret] = Object.keys(client).filter((key) => secretKeys.has(key));
  if (secret !== undefined) throw wrong('text_secret', 'secrets are not written here', { key: secret });
  return client;
}

/** Runs a function and reports its problems with their position inside the text. */
export async function atText<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!isAdminError(error) || error.fields.length === 0) throw error;
    const fields = error.fields.map((problem) =>
      problem.field === textName
        ? problem
        : { ...problem, field: textName, within: problem.field, message: `${problem.field}: ${problem.message}` },
    );
    throw new AdminError(error.code, error.message, fields, { cause: error });
  }
}

function parse(text: string): unknown {
  try {
    return readSource(text, 'client').value;
  } catch (error) {
    if (!isConfigurationError(error)) throw error;
    const [problem] = error.problems;
    throw wrong('unreadable_text', error.message, problem?.line == null ? {} : { line: problem.line });
  }
}

function onlyClient(value: unknown): Wire {
  if (isJsonObject(value) && Array.isArray(value.clients) && value.clients.length === 1)
    return onlyClient(value.clients[0]);
  if (isJsonObject(value) && !('clients' in value)) return value;
  throw wrong('text_not_one', 'expected one client, or a file with one');
}

function wrong(code: string, message: string, facts: IssueFacts = {}): AdminError {
  return new AdminError('invalid', message, [{ field: textName, code, message, facts }]);
}
