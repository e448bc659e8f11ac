/**
 * An attribute of a name: its object identifier and its value. The value is null if it is not text that can be
 * compared.
 */
type NameAttribute = { readonly type: string; readonly value: string | null };

/** The relative distinguished names of a name, most significant first, as in a certificate. */
export type DistinguishedName = readonly (readonly NameAttribute[])[];

/** The short names of RFC 4514 §3, and three that are used in certificates of companies and for mail. */
const attributeTypes: Readonly<Record<string, string>> = {
  CN: '2.5.4.3',
  L: '2.5.4.7',
  ST: '2.5.4.8',
  O: '2.5.4.10',
  OU: '2.5.4.11',
  C: '2.5.4.6',
  STREET: '2.5.4.9',
  DC: '0.9.2342.19200300.100.1.25',
  UID: '0.9.2342.19200300.100.1.1',
  SERIALNUMBER: '2.5.4.5',
  ORGANIZATIONIDENTIFIER: '2.5.4.97',
  EMAILADDRESS: '1.2.840.113549.1.9.1',
};

/** Attributes whose values are compared case-insensitively (RFC 4519, RFC 5280 §7.1). */
const caseless: ReadonlySet<string> = new Set(Object.values(attributeTypes));

/** `type=` of an attribute: a short name or an object identifier. */
const typePattern = /\s*([A-Za-z][A-Za-z0-9-]*|\d+(?:\.\d+)+)\s*=\s*/y;

/** A value (RFC 4514 §3): literal characters, and escaped characters or bytes. Spaces at its end are not part of it. */
const valuePattern = /((?: *(?:[^ \\,+;"<>\p{Cc}]|\\[ "#+,;<=>\\]|\\[0-9A-Fa-f]{2}))+)\s*(?=[,+]|$)([,+]?)/uy;

/**
 * Parses the text form of a name (RFC 4514). Spaces around separators are not part of values.
 * @returns null if the text is not such a name, or has an unknown short name or a value in BER (`#…`)
 */
export function parseDistinguishedName(text: string): DistinguishedName | null {
  const rdns: NameAttribute[][] = [[]];
  for (let at = 0; ; ) {
    const attribute = readAttribute(text, at);
    if (attribute === null) return null;
    const { end, separator, ...read } = attribute;
    rdns.at(-1)?.push(read);
    if (separator === '') return rdns.reverse();
    if (separator === ',') rdns.push([]);
    at = end;
  }
}

/**
 * Writes a name in the form that parseDistinguishedName() reads (RFC 4514 §2), with the most specific part first.
 * @returns null if a value cannot be compared
 */
export function formatDistinguishedName(name: DistinguishedName): string | null {
  if (name.flat().some(({ value }) => value === null || value === '' || hasControl(value))) return null;
  const parts = name.map((rdn) =>
    rdn.map(({ type, value }) => `${shortName(type)}=${escapeValue(value ?? '')}`).join('+'),
  );
  return parts.reverse().join(',');
}

function shortName(oid: string): string {
  return Object.entries(attributeTypes).find(([, type]) => type === oid)?.[0] ?? oid;
}

function escapeValue(value: string): string {
  return value.replace(/[\\,+;"<>]/g, '\\$&').replace(/^[ #]| $/g, '\\$&');
}

function readAttribute(text: string, at: number) {
  typePattern.lastIndex = at;
  const [type, name = ''] = typePattern.exec(text) ?? [];
  if (type === undefined) return null;
  const oid = /^\d/.test(name) ? name : attributeTypes[name.toUpperCase()];
  valuePattern.lastIndex = at + type.length;
  const [all, escaped = '', separator = ''] = valuePattern.exec(text) ?? [];
  if (oid === undefined || all === undefined || escaped.startsWith('#')) return null;
  const value = unescapeValue(escaped);
  return value === null ? null : { type: oid, value, separator, end: at + type.length + all.length };
}

/** Escaped bytes are UTF-8 (RFC 4514 §2.4). */
function unescapeValue(escaped: string): string | null {
  const bytes = escaped.replace(/\\([0-9A-Fa-f]{2})|\\(.)|[^\\]+/gu, (part, hex?: string, character?: string) =>
    hex === undefined ? Buffer.from(character ?? part).toString('hex') : hex,
  );
  const value = Buffer.from(bytes, 'hex').toString('utf8');
  return value.includes('\ufffd') || hasControl(value) ? null : value;
}

/**
 * Whether two names have the same attributes in the same order. Within one RDN, the order does not matter. Values of
 * the attributes above are compared without regard to the case of A to Z and to repeated spaces. Other values are
 * compared exactly.
 */
export function isSameName(one: DistinguishedName, other: DistinguishedName): boolean {
  const [first, second] = [canonicalName(one), canonicalName(other)];
  return first !== null && first === second;
}

/** Null if a value cannot be compared. */
function canonicalName(name: DistinguishedName): string | null {
  const attributes = name.flat();
  if (attributes.some(({ value }) => value === null || hasControl(value))) return null;
  return JSON.stringify(name.map((rdn) => rdn.map(canonicalAttribute).sort()));
}

function canonicalAttribute({ type, value }: NameAttribute): string {
  const text = (value ?? '').normalize('NFC');
  return `${type}=${caseless.has(type) ? lowerAscii(text.trim().replace(/ +/g, ' ')) : text}`;
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function hasControl(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
