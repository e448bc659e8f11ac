import { wireClient } from '#lib/clients/client-record';
import { entryVersion } from '#lib/config/diff';
import { isConfigurationError } from '#lib/config/problem';
import { clients } from '#lib/config/sections/clients';
import { readSource } from '#lib/config/source';
import type { IssueFacts } from '#lib/vocabulary/entry';
import { isJsonObject } from '#lib/vocabulary/json';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { changeWithoutSecrets, secretKeys } from '#lib/vocabulary/without-secrets';
import type { Review } from '../action-state';
import type { AdminContext } from '../admin-context';
import { AdminError, isAdminError } from '../admin-error';
import { readEditEffects } from '../configuration/read-effects';
import { planEntries } from '../configuration/save-entries';
import { differences } from '../differences';
import { saveForm } from '../entries/change-entry';
import { clientPath } from '../entries/entry-path';
import { type Leads, savedFlash } from '../flash/flash';
import { type Query, textOf } from '../query';
import { type PostedFields, withReason } from '../read-form';
import { randomClientId } from './application-kind';
import { type CreatedResult, createClient, createdResult, planClient } from './create';
import { getClient, readClient } from './read';
import { clientSection } from './section';

type Form = (admin: AdminContext, form: PostedFields) => Promise<Leads | CreatedResult | { review: Review }>;

/** Saves a client that is written as text, after the changes were reviewed. */
export const saveClientFromText: Form = async (admin, form) => {
  const clientId = form.text('client_id');
  const stored = wireClient(await getClient(admin, clientId));
  const { entry, after } = await atText(() => planText(admin, stored, form.text(textName)));
  const seen = entryVersion(entry);
  if (form.text('seen') !== seen) {
    const shown = changeWithoutSecrets(stored, after);
    const edit = { section: 'clients', key: clientId, entry: after } as const;
    const { lines: effects } = await readEditEffects(admin, [edit]);
    const changed = differences(shown.before, shown.after);
    return { review: { differences: changed, effects, seen, version: entryVersion(stored) } };
  }
  const saved = (wire: Wire) => ({ [textName]: clientText(wire) });
  const report = await saveForm(withReason(admin, form), clientSection, {
    key: clientId,
    changes: () => after,
    version: form.text('version'),
    saved,
  });
  return { goTo: clientPath(clientId, 'json'), flash: savedFlash(report) };
};

/** Creates a client that is written as text, after its settings were reviewed. */
export const createClientFromText: Form = async (admin, form) => {
  return atText(async () => {
    const entry = readClientText(form.text(textName));
    const seen = entryVersion(entry);
    if (form.text('seen') !== seen) {
      return { review: { differences: await planClient(admin, entry), seen, version: null } };
    }
    const created = await createClient(admin, entry);
    const { kind, name, settings } = await readClient(admin, created.clientId);
    const [redirectUri] = Array.isArray(settings.redirect_uris) ? settings.redirect_uris : [];
    return createdResult(admin, created, {
      kind,
      name,
      redirectUri: String(redirectUri ?? ''),
      scope: String(settings.scope),
    });
  });
};

/**
 * The client that a text results in. Settings that it does not mention get their defaults, as in a file. The secrets
 * stay.
 */
async function planText(admin: AdminContext, stored: Wire, text: string): Promise<{ entry: Wire; after: Wire }> {
  const { client_id: key } = stored;
  const typed = readClientText(text);
  if (typeof key !== 'string' || (typed.client_id ?? key) !== key) {
    const message = `client_id: expected ${key}; it cannot be changed`;
    const facts = { expected: String(key) };
    throw new AdminError('invalid', message, [
      { field: textName, within: 'client_id', code: 'client_id_fixed', message, facts },
    ]);
  }
  const kept = Object.entries(stored).filter(([name]) => secretKeys.has(name));
  const entry = { ...typed, client_id: key, ...Object.fromEntries(kept) };
  const { changes } = await planEntries(admin, [{ section: 'clients', key, entry }]);
  return { entry, after: changes[0]?.after ?? stored };
}

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
function readClientText(text: string): Wire {
  const client = onlyClient(parse(text));
  const [secret] = Object.keys(client).filter((key) => secretKeys.has(key));
  if (secret !== undefined) throw wrong('text_secret', 'secrets cannot be set here', { key: secret });
  return client;
}

/** Runs a function and reports its problems with their position inside the text. */
async function atText<Result>(run: () => Promise<Result>): Promise<Result> {
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

/**
 * The initial text of the import form: empty, or a copy of another client without its ID, its secrets and its usage.
 * @throws AdminError `not_found`
 */
export async function importText(admin: AdminContext, query: Query): Promise<string> {
  const from = textOf(query, 'from');
  if (from === null) return '';
  const { settings, kind, name } = await readClient(admin, from);
  const copy = { client_id: randomClientId(kind), client_name: `${name} (copy)`, self_registered: false };
  return clientText(clients.withoutDefaults({ ...settings, ...copy }));
}
