/** Names that can be a segment of a path without encoding. */
const plain = /^[A-Za-z0-9_-][A-Za-z0-9_.:-]*$/;

/** Such addresses are those of Next's payloads (lib/http/refuse-early.ts). */
const payload = /\.rsc$/i;

/** The last segment of the address to which a page sends its form. proxy.ts takes no such address for a page. */
const ofForms = 'submit';

/**
 * A name as one segment of a path, such as a client identifier. A name that is not plain, or ends the addresses of
 * forms or payloads, becomes `~` and its base64url.
 */
export function pathSegment(name: string): string {
  return plain.test(name) && name !== ofForms && !payload.test(name) ? name : encodedSegment(name);
}

/** The encoded form, which every name has, even a plain one. */
function encodedSegment(name: string): string {
  return `~${Buffer.from(name).toString('base64url')}`;
}

/** Longer than the base64url of any name. */
const longestSegment = 4000;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The name in a segment. A percent-encoded name is also accepted.
 * @param segment as in the address
 * @returns null for an invalid one
 */
export function readPathSegment(segment: string | undefined): string | null {
  if (segment === undefined || segment.length > longestSegment) return null;
  try {
    const text = decodeURIComponent(segment);
    if (!text.startsWith('~')) return text;
    const bytes = Buffer.from(text.slice(1), 'base64url');
    // Each name has only one address, so a segment that can only be decoded leniently is invalid.
    return bytes.toString('base64url') === text.slice(1) ? utf8.decode(bytes) : null;
  } catch {
    return null;
  }
}

/** Segments below a list of the administration that are separate pages, so an entry with such a name is encoded. */
const taken = new Set(['new', 'try', 'import', 'bulk', 'export']);

/** An entry's key as one segment of a path. It becomes `~` and base64url if it cannot be in a path. */
export function pathKey(key: string): string {
  return taken.has(key) ? encodedSegment(key) : pathSegment(key);
}

/**
 * The names in a path, by the parts of a template that are in brackets or braces.
 * @param template for example `/keys/{kid}/revoke`
 * @returns null if the path does not match, or has a segment that is no name
 */
export function matchPath(template: string, segments: readonly string[]): Record<string, string> | null {
  const parts = template.slice(1).split('/');
  if (parts.length !== segments.length) return null;
  const values: [string, string][] = [];
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? '';
    const name = /^[{[](\w+)[}\]]$/.exec(part)?.[1];
    if (name === undefined) {
      if (part !== segment) return null;
      continue;
    }
    const value = readPathSegment(segment);
    // PostgreSQL does not store NUL, so no name contains it.
    if (value === null || value === '' || value.includes('\0')) return null;
    values.push([name, value]);
  }
  return Object.fromEntries(values);
}

/** The path of a template with these names. */
export function fillPath(template: string, names: Readonly<Record<string, string>>): string {
  return template.replace(/\[(\w+)\]/g, (_, name: string) => pathKey(names[name] ?? ''));
}
