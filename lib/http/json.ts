/** Why a text is not JSON that everybody reads alike. */
export type JsonProblem = 'malformed' | 'repeated_name';

/**
 * Reads JSON whose objects have each name once: readers differ in which of two members they take (RFC 8259 §4), so a
 * check and a use could see two values.
 */
export function parseJson(text: string): { readonly value: unknown } | { readonly problem: JsonProblem } {
  try {
    const value: unknown = JSON.parse(text);
    return hasRepeatedName(text) ? { problem: 'repeated_name' } : { value };
  } catch {
    return { problem: 'malformed' };
  }
}

/** A string, with the colon that makes it a name, or the bounds of an object. */
const part = /"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?|[{}]/g;

/** @param json well-formed, so that what stands between names need not be looked at */
function hasRepeatedName(json: string): boolean {
  const open: Set<string>[] = [];
  for (const [token, content, colon] of json.matchAll(part)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon !== undefined) {
      const name = String(JSON.parse(`"${content}"`));
      const names = open.at(-1);
      if (names?.has(name)) return true;
      names?.add(name);
    }
  }
  return false;
}
