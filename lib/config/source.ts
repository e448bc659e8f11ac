import { type Document, LineCounter, parseDocument } from 'yaml';
import { offsetAt } from './offset';
import { type Fail, plainValue } from './plain-value';
import { ConfigurationError, type Path } from './problem';

/** The size of a configuration in bytes, and how it is named. */
export type SizeLimit = { readonly bytes: number; readonly name: string };

/** Of what an administrator sends to the server, which answers others meanwhile. */
export const uploadLimit: SizeLimit = { bytes: 5 * 1024 * 1024, name: '5 MB' };

/** Of what an administrator sends: nobody else is served while its entries are checked and its problems are found. */
export const sentLimit = { ...uploadLimit, entries: 10_000, problems: 1_000 } as const;

/** Of a file of the operator. An export with 100,000 people has 25 MB. */
export const fileLimit: SizeLimit = { bytes: 64 * 1024 * 1024, name: '64 MB' };

/** The problem of a larger one. */
export const tooLarge = ({ name }: SizeLimit) =>
  ({ code: 'file_too_large', message: `expected at most ${name}` }) as const;

/** The value of a YAML or JSON text, with the position of each part. */
type Source = {
  readonly value: unknown;
  /** The line of the value at a path. If there is none, the line of the closest value around it. */
  lineAt(path: Path): number;
};

/**
 * Reads YAML 1.2, including JSON, as plain values. It is strict: one document of limited size, no repeated keys, no
 * tags, limited depth and aliases.
 * @param file its name, for messages
 * @throws ConfigurationError
 */
export function readSource(text: string, file: string, limit = uploadLimit): Source {
  const lines = new LineCounter();
  const fail: Fail = (offset, code, message) => {
    const line = offset === null ? null : lines.linePos(offset).line;
    throw new ConfigurationError(file, [{ path: [], line, code, message }]);
  };
  if (Buffer.byteLength(text) > limit.bytes) {
    const { code, message } = tooLarge(limit);
    fail(null, code, message);
  }
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
    stringKeys: true,
  });
  refuseBroken(document, fail);
  return {
    value: plainValue(document, fail),
    lineAt: (path) => lines.linePos(offsetAt(document, path)).line,
  };
}

function refuseBroken(document: Document, fail: Fail): void {
  const [wrong] = [...document.errors, ...document.warnings];
  if (wrong?.code === 'RESOURCE_EXHAUSTION') fail(null, 'too_deep', 'is nested too deeply');
  if (wrong?.code === 'MULTIPLE_DOCS') fail(wrong.pos[0], 'syntax', 'expected one document; a second one starts here');
  if (wrong) fail(wrong.pos[0], 'syntax', wrong.message.replace(/\s+/g, ' '));
  const version = document.directives?.yaml;
  if (version?.explicit && version.version !== '1.2') fail(0, 'yaml_version', 'expected YAML 1.2');
}
