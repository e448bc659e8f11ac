import { type Change, entryVersion } from '#lib/config/diff';
import type { ConfigurationFile } from '#lib/config/file';
import { readImpact } from '#lib/config/impact/read-impact';
import { planConfiguration } from '#lib/config/plan';
import { formatPath, isConfigurationError } from '#lib/config/problem';
import { changeWithoutSecrets } from '#lib/vocabulary/without-secrets';
import type { Review } from '../action-state';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { documentFields, importExportPath } from '../entries/entry-path';
import { type Leads, savedFlash } from '../flash/flash';
import { defineForm } from '../kit/define-form';
import type { PostedFields } from '../read-form';
import { applyFile, type DocumentReport, tell } from './apply-document';
import { checkRole } from './check-authority';
import { parseKeepingSecrets } from './parse-keeping-secrets';

/** The maximum size of a file, in bytes. It is the maximum that a form of a page may send. */
export const maximumFile = 512 * 1024;

/** The maximum length of a pasted document, in characters. */
const maximumPasted = 65_536;

/**
 * In characters. A longer document comes back in parts. Each is short enough to count as pasted, even with the line
 * breaks of browsers.
 */
const partLength = 30_000;

type Imported = Leads | { readonly review: Review; readonly values: Readonly<Record<string, readonly string[]>> };

/**
 * Imports a configuration document, as one revision, after its plan was reviewed. Only the reviewed changes are made.
 * If something changed in the meantime, the new plan is shown.
 * @throws AdminError `invalid` with each problem and its line; `forbidden`
 */
export async function importForm(admin: AdminContext, form: PostedFields): Promise<Imported> {
  const text = await readDocument(form);
  return atDocument(async () => {
    const file = await parse(admin, text);
    const { report, seen } = await plan(admin, file);
    if (form.text('seen') !== seen || report.changes.length === 0) {
      const review = { differences: [], seen, version: null, document: report };
      return { review, values: { [documentFields.text]: partsOf(text) } };
    }
    const applied = await applyFile(admin, file, (changes) => {
      if (fingerprint(changes) !== seen)
        throw new AdminError('changed_meanwhile', 'The configuration changed. Try again.');
    });
    return { goTo: importExportPath, flash: savedFlash(applied) };
  });
}

async function plan(
  admin: AdminContext,
  file: ConfigurationFile,
): Promise<{ readonly report: DocumentReport; readonly seen: string }> {
  const { db, settings, now } = admin;
  const { secret, issuer } = settings;
  const planned = await planConfiguration(db, file, { secret, issuer, prune: false });
  checkRole(admin, planned.changes);
  return {
    report: await tell(planned, await readImpact(db, planned.changes, now)),
    seen: fingerprint(planned.changes),
  };
}

/** Identifies changes. Sealing the secret of a provider never gives the same text twice, so it counts as it is shown. */
function fingerprint(changes: readonly Change[]): string {
  const isSealed = ({ section }: Change) => section === 'identity_providers';
  const afterOf = (change: Change) =>
    isSealed(change) ? changeWithoutSecrets(change.before, change.after).after : change.after;
  return entryVersion({
    changes: changes.map((change) => [change.section, change.key, change.kind, change.before, afterOf(change)]),
  });
}

async function parse(admin: AdminContext, text: string): Promise<ConfigurationFile> {
  const file = await parseKeepingSecrets(admin.db, text, 'document');
  if (file.sections.users !== undefined) throw wrong('import_users', 'expected no users');
  return file;
}

/** A file takes precedence over the text area. */
async function readDocument(form: PostedFields): Promise<string> {
  const file = form.file(documentFields.file);
  if (file !== null && file.size > maximumFile) throw wrong('import_too_large', 'expected at most 512 kB');
  const typed = form.list(documentFields.text);
  if (file === null && typed.some(({ length }) => length > maximumPasted))
    throw wrong('import_too_long', 'expected a file');
  // Browsers send every line break as two characters. If a part ended with one of them, it would become two line
  // breaks.
  const text = (file === null ? typed.join('') : readUtf8(await file.arrayBuffer())).replaceAll('\r\n', '\n');
  if (text.trim() === '') throw wrong('import_missing', 'expected a configuration');
  return text;
}

/** Another encoding is refused, as by `signet apply`. Otherwise its letters would become question marks unnoticed. */
function readUtf8(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw wrong('import_encoding', 'expected UTF-8');
  }
}

/** Splits a document into values of a form, each short enough to be posted again. No character is split. */
function partsOf(text: string): readonly string[] {
  return text.match(new RegExp(`.{1,${partLength}}`, 'gsu')) ?? [];
}

/** Runs a function and reports its problems with their lines in the document. */
async function atDocument<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!isConfigurationError(error)) throw error;
    const fields = error.problems.map(({ line, path, message }) => ({
      field: documentFields.text,
      code: 'import_problem',
      message,
      facts: { line: line ?? 0, path: formatPath(path), expected: message },
    }));
    throw new AdminError('invalid', error.message, fields, { cause: error });
  }
}

function wrong(code: string, message: string): AdminError {
  return new AdminError('invalid', message, [{ field: documentFields.text, code, message }]);
}

export const importConfiguration = defineForm(
  { path: 'settings/import-export', permission: 'edit', proof: 'sudo', files: [documentFields.file] },
  importForm,
);
