import type { z } from 'zod';
import { flatMapInSlices } from '#lib/http/in-slices';
import { expectation } from '#lib/vocabulary/expectation';
import { isJsonObject } from '#lib/vocabulary/json';
import { ConfigurationError, type Path, type Problem, problemsOf } from './problem';
import { fileSchema, type Sections, sections } from './sections';
import { fileLimit, readSource, type SizeLimit, uploadLimit } from './source';

/** A configuration file that is valid by itself. planConfiguration() checks whether it fits the database. */
export type ConfigurationFile = {
  readonly name: string;
  readonly sections: Sections;
  /** The keys of `portal` that the file contains. The others have their defaults. */
  readonly portalKeys: readonly string[];
  /** Creates the error that shows the lines of these problems. */
  fail(problems: readonly Problem[]): ConfigurationError;
};

/** The most entries, and the most problems that are told. */
type CheckLimit = { readonly entries?: number; readonly problems?: number };

/**
 * Reads a configuration file in YAML or JSON (docs/configuration.md).
 * @param name the file's name, for messages
 * @param adjust changes the content before it is checked
 * @param limit the largest size, and what is checked of it
 * @throws ConfigurationError (code `invalid_configuration`) with every problem, its line, its path and the expected
 * value
 */
export function parseConfiguration(
  text: string,
  name = 'configuration',
  adjust: (value: unknown) => unknown = (value) => value,
  limit: SizeLimit & CheckLimit = uploadLimit,
): ConfigurationFile {
  const source = readSource(text, name, limit);
  const fail = (problems: readonly Problem[]) => {
    const located = problems.map((problem) => ({ ...problem, line: source.lineAt(problem.path) }));
    return new ConfigurationError(
      name,
      located.sort((a, b) => a.line - b.line),
    );
  };
  const value = adjust(source.value ?? {});
  verifySize(value, { name, fail, limit });
  return finish(value, parseFile(value), { name, fail, limit });
}

/** Reads a file of the operator, which may be as large as an export. Otherwise like parseConfiguration(). */
export function parseOperatorFile(text: string, name: string): ConfigurationFile {
  return parseConfiguration(text, name, undefined, fileLimit);
}

/**
 * Reads a configuration that is already an object. Its problems have paths without lines. Otherwise like
 * parseConfiguration().
 */
export function readConfiguration(value: unknown, name = 'configuration'): ConfigurationFile {
  return finish(value, parseFile(value), { name, fail: failWithoutLines(name), limit: {} });
}

/** The same for what an administrator sends: requests are answered while the entries are checked. */
export async function readSentConfiguration(value: unknown, limit: CheckLimit): Promise<ConfigurationFile> {
  const checking = { name: 'configuration', fail: failWithoutLines('configuration'), limit };
  verifySize(value, checking);
  return finish(value, await parseInSlices(value), checking);
}

function failWithoutLines(name: string): ConfigurationFile['fail'] {
  return (problems) =>
    new ConfigurationError(
      name,
      problems.map((problem) => ({ ...problem, line: null })),
    );
}

type Checking = Pick<ConfigurationFile, 'name' | 'fail'> & { readonly limit: CheckLimit };

function verifySize(value: unknown, { fail, limit: { entries = Number.POSITIVE_INFINITY } }: Checking): void {
  if (countEntries(value) <= entries) return;
  const message = `expected at most ${entries.toLocaleString('en')} entries`;
  throw fail([{ path: [], code: 'too_many_entries', message, facts: { limit: entries } }]);
}

/** The sections, and what is wrong with them. */
type Parsed = { readonly content: Sections; readonly issues: readonly z.core.$ZodIssue[] };

function parseFile(value: unknown): Parsed {
  const { success, data, error } = fileSchema.safeParse(value, { error: expectation });
  return success ? { content: data, issues: [] } : { content: {}, issues: error.issues };
}

/** Each entry by itself. No rule of the schema concerns two of them. */
async function parseInSlices(value: unknown): Promise<Parsed> {
  if (!isJsonObject(value)) return parseFile(value);
  const lists = Object.keys(sections).flatMap((name) =>
    Array.isArray(value[name]) ? [[name, value[name]] as const] : [],
  );
  const rest = parseFile({ ...value, ...Object.fromEntries(lists.map(([name]) => [name, []])) });
  const issues = [...rest.issues];
  const entries: Record<string, unknown[]> = {};
  for (const [name, list] of lists) {
    entries[name] = await flatMapInSlices(list.entries(), ([index, entry]) => {
      const parsed = parseFile({ [name]: [entry] });
      for (const issue of parsed.issues) {
        const [, , ...path] = issue.path;
        issues.push({ ...issue, path: [name, index, ...path] });
      }
      return Object.values(parsed.content).flat();
    });
  }
  return { content: Object.assign(rest.content, entries), issues };
}

function finish(value: unknown, { content, issues }: Parsed, { name, fail, limit }: Checking): ConfigurationFile {
  if (issues.length > 0) throw fail(withoutConsequences(problemsOf(issues, limit.problems), value));
  const duplicates = Object.values(sections).flatMap((section) => section.findDuplicates(content));
  if (duplicates.length > 0) throw fail(duplicates);
  const portal = valueAt(value, ['portal']);
  const portalKeys = typeof portal === 'object' && portal !== null ? Object.keys(portal) : [];
  return { name, sections: content, portalKeys, fail };
}

function countEntries(value: unknown): number {
  const lists = Object.keys(sections).map((section) => valueAt(value, [section]));
  return lists.reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
}

/**
 * Leaves out what is probably wrong only because a key is misspelled: that its entry lacks values, and what concerns the
 * entry as a whole.
 */
function withoutConsequences(problems: readonly Problem[], value: unknown): Problem[] {
  const misspelled = problems.filter(({ code, facts }) => code === 'unrecognized_keys' && facts?.near !== '');
  const entries = new Set(misspelled.map(({ path }) => JSON.stringify(path.slice(0, -1))));
  const isConsequence = ({ path, code }: Problem) =>
    code !== 'unrecognized_keys' &&
    prefixesOf(path).some(
      (entry) =>
        entries.has(JSON.stringify(entry)) &&
        (entry.length === path.length || valueAt(value, path.slice(0, entry.length + 1)) === undefined),
    );
  return problems.filter((problem) => !isConsequence(problem));
}

/** The path itself, and those of everything that it is in. */
function prefixesOf(path: Path): Path[] {
  return Array.from({ length: path.length + 1 }, (_, length) => path.slice(0, length));
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, part) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, part) ? Reflect.get(at, part) : undefined,
    value,
  );
}
