/** The limits of a JSON text. */
export type JsonLimits = {
  /** The size of the text in UTF-8. */
  readonly bytes: number;
  /** Levels of objects and lists, including the outermost one. */
  readonly depth: number;
  /** The maximum number of members of all objects together, and of items of all lists together. */
  readonly members: number;
};

/**
 * The limits of all incoming JSON texts (security #146). Deeper nesting could overflow the stack in later code, such as
 * JSON.stringify(), so it must not be stored.
 */
export const incomingJson: JsonLimits = { bytes: 64 * 1024, depth: 16, members: 1000 };

/** A document of an administrator can contain a whole configuration. Its depth has the same limit. */
export const administrativeJson: JsonLimits = { bytes: 5 * 1024 * 1024, depth: incomingJson.depth, members: 1_000_000 };

/** What a provider says about a person can list every group of a large organization. */
const providerJson: JsonLimits = { bytes: 256 * 1024, depth: incomingJson.depth, members: 10_000 };

/** Why a text is refused. */
export type JsonProblem = 'malformed' | 'repeated_name' | 'too_large' | 'too_deep' | 'too_many_members';

/**
 * Parses JSON from outside. No other function does. The names in an object must be unique: parsers differ in which of
 * two equal members they use (RFC 8259 §4), so a check and a use could see different values.
 */
export function parseJson(
  text: string,
  limits: JsonLimits = incomingJson,
): { readonly value: unknown } | { readonly problem: JsonProblem } {
  if (Buffer.byteLength(text) > limits.bytes) return { problem: 'too_large' };
  try {
    // JSON.parse() does not overflow the stack, and the following code can rely on well-formed text.
    const value: unknown = JSON.parse(text);
    const problem = findProblem(text, limits);
    return problem === null ? { value } : { problem };
  } catch {
    return { problem: 'malformed' };
  }
}

/**
 * The same for a caller that has the same answer for all problems.
 * @throws Error that names the problem
 */
export function readJson(text: string, limits: JsonLimits = incomingJson): unknown {
  const parsed = parseJson(text, limits);
  if ('problem' in parsed) throw new Error(`JSON ${jsonProblems[parsed.problem]}`);
  return parsed.value;
}

/**
 * The same for what a provider sends, with a text in place of every whole number that a number of JavaScript cannot hold, so
 * that it stays what its author wrote (RFC 8259 §6).
 * @throws Error that names the problem
 */
export function readExactJson(text: string): unknown {
  const value = readJson(text, providerJson);
  // The text is well-formed now, so every string ends, and the pattern takes time in proportion to its length.
  const exact = text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    Number.isInteger(Number(token)) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
  return exact === text ? value : JSON.parse(exact);
}

/** Whether a value is a JSON object: neither a list nor null. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The problem with a text, to complete "the body …". */
export const jsonProblems: Readonly<Record<JsonProblem, string>> = {
  malformed: 'is not well-formed',
  repeated_name: 'contains a name twice in one object',
  too_large: 'is too large',
  too_deep: `is nested more than ${incomingJson.depth} levels deep`,
  too_many_members: 'has too many members',
};

/** Matches a string (with the colon if it is a name), the start or end of an object or a list, or a separator. */
const part = /"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?|[{}[\],]/g;

/** @param json well-formed, so the text between matches need not be checked */
function findProblem(json: string, limits: JsonLimits): JsonProblem | null {
  // The names of each open object. Null for a list.
  const open: (Set<string> | null)[] = [];
  let members = 0;
  let items = 0;
  for (const [token, content, colon] of json.matchAll(part)) {
    switch (token) {
      case '{':
      case '[':
        if (open.push(token === '{' ? new Set() : null) > limits.depth) return 'too_deep';
        if (token === '[') items += 1;
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case ',':
        if (open.at(-1) === null) items += 1;
        break;
      default:
        if (colon === undefined) break;
        members += 1;
        if (isRepeated(nameOf(content ?? ''), open.at(-1))) return 'repeated_name';
    }
    if (members > limits.members || items > limits.members) return 'too_many_members';
  }
  return null;
}

/** Different spellings of a name are the same name. */
const nameOf = (written: string) => (written.includes('\\') ? String(JSON.parse(`"${written}"`)) : written);

function isRepeated(name: string, names: Set<string> | null | undefined): boolean {
  if (names?.has(name)) return true;
  names?.add(name);
  return false;
}
