import { isDeepStrictEqual } from 'node:util';
import { exportConfiguration } from '#lib/config/export';
import { readConfiguration } from '#lib/config/file';
import { planConfiguration } from '#lib/config/plan';
import { formatPath, isConfigurationError, type Path, type Problem } from '#lib/config/problem';
import { sections } from '#lib/config/sections';
import type { MasterSecret } from '#lib/crypto/master-secret';
import type { Database } from '#lib/db/database';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { printable } from '../command';
import type { UpgradeFinding } from './finding';

/** The configuration as a file: a section of entries, and the portal. */
type File = Readonly<Record<string, unknown>>;

/**
 * Reports what happens to the stored clients, scopes, providers, tenants and settings of the portal: values that the
 * present rules refuse, and values that are interpreted differently. New settings have their default.
 * @param db the configuration after the migrations
 */
export async function checkEntries(db: Database, secret: MasterSecret): Promise<UpgradeFinding[]> {
  const file = toFile(JSON.parse(await exportConfiguration(db, 'json')));
  const found = [...(await findUnreadable(db)), ...(await planAgain(db, file, secret))];
  return found.length === 0
    ? [{ topic: 'entry', effect: 'none', subject: '', message: 'all stored entries keep their meaning' }]
    : found;
}

function toFile(value: unknown): File {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

/**
 * Applies the configuration to itself: nothing may change, and every reference must exist. The first problem hides the
 * others, so entries with a problem are left out and the rest is applied again.
 */
async function planAgain(db: Database, file: File, secret: MasterSecret): Promise<UpgradeFinding[]> {
  try {
    const { changes } = await planConfiguration(db, readConfiguration(file), { prune: false, secret });
    return changes.flatMap(({ section, key, values }) =>
      values.map(({ key: setting, from, to }) => ({
        topic: 'entry',
        effect: 'change',
        subject: `${nounOf(section)}${key === '' ? '' : ` ${printable(key)}`}, ${setting}`,
        message: `${JSON.stringify(from)} is read as ${JSON.stringify(to)}`,
      })),
    );
  } catch (error) {
    if (!isConfigurationError(error)) throw error;
    const { problems } = error;
    const rest = withoutEntries(file, problems);
    const found = problems.map((problem) => refusal(file, problem));
    return isDeepStrictEqual(rest, file) ? found : [...found, ...(await planAgain(db, rest, secret))];
  }
}

/** The file without the entries that have a problem. */
function withoutEntries(file: File, problems: readonly Problem[]): File {
  const places = new Set(problems.map(({ path: [section, index] }) => `${section} ${index}`));
  return Object.fromEntries(
    Object.entries(file).flatMap(([section, entries]) => {
      if (Array.isArray(entries)) return [[section, entries.filter((_, index) => !places.has(`${section} ${index}`))]];
      return problems.some(({ path }) => path[0] === section) ? [] : [[section, entries]];
    }),
  );
}

function refusal(file: File, { path, message }: Problem): UpgradeFinding {
  return { topic: 'entry', effect: 'refused', subject: nameOf(file, path), message };
}

/** `client web, redirect_uris[0]` */
function nameOf(file: File, [section = '', index, ...rest]: Path): string {
  const entries = file[section];
  if (!Array.isArray(entries) || typeof index !== 'number')
    return formatPath([section, ...(index === undefined ? [] : [index]), ...rest]);
  const setting = rest.length === 0 ? '' : `, ${formatPath(rest)}`;
  return `${nounOf(String(section))} ${printable(idOf(toFile(entries[index])))}${setting}`;
}

function idOf(entry: Wire): string {
  return String(entry.client_id ?? entry.name);
}

function nounOf(name: string): string {
  return Object.values(sections).find((section) => section.name === name)?.noun ?? name;
}

async function findUnreadable(db: Database): Promise<UpgradeFinding[]> {
  const found: UpgradeFinding[] = [];
  for (const section of Object.values(sections)) {
    for (const name of await section.listUnreadable(db)) {
      const message = 'a stored value cannot be read: the entry is disabled until you apply it again';
      found.push({ topic: 'entry', effect: 'refused', subject: `${section.noun} ${printable(name)}`, message });
    }
  }
  return found;
}
