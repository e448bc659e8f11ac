/** The accepted types of pictures. Pages show a redrawn picture, never the original (see drawPicture()). */
const pictureTypes = ['image/svg+xml', 'image/png', 'image/jpeg', 'image/webp'] as const;
export type PictureType = (typeof pictureTypes)[number];

/** The first bytes of raster pictures, hexadecimal. */
const signatures = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/webp', /^52494646.{8}57454250/],
] as const satisfies readonly (readonly [PictureType, RegExp])[];

/**
 * Determines the type of a picture by its first bytes, never by its name.
 * @returns null for anything else, and for an SVG with a document type (entities could expand) or an embedded picture
 * (whose size is unknown)
 */
export function pictureType(bytes: Buffer): PictureType | null {
  const start = bytes.toString('hex', 0, 16);
  const found = signatures.find(([, signature]) => signature.test(start));
  if (found !== undefined) return found[0];
  return isPlainDrawing(bytes) ? 'image/svg+xml' : null;
}

function isPlainDrawing(bytes: Buffer): boolean {
  const text = readUtf8(bytes);
  if (text === null || !/^\s*</.test(text) || !/<(?:\w+:)?svg[\s>]/.test(text)) return false;
  return !/<!(?:DOCTYPE|ENTITY)/i.test(text) && !/data:/i.test(plain(text));
}

/** Control characters that XML forbids (XML 1.0 §2.2). UTF-16 contains NUL. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\0-\x08\v\f\x0e-\x1f]/;

/** An XML declaration with UTF-8 or without an encoding (XML 1.0 §2.8). */
const declaration =
  /^<\?xml\s+version\s*=\s*["']1\.\d["'](?:\s+encoding\s*=\s*["']utf-8["'])?(?:\s+standalone\s*=\s*["'](?:yes|no)["'])?\s*\?>/i;

/** XML can have another encoding than UTF-8. A reader that uses it would see a different text. */
function readUtf8(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (controls.test(text)) return null;
    return !/<\?xml\s/i.test(text) || declaration.test(text) ? text : null;
  } catch {
    return null;
  }
}

/** Decodes character references, even with leading zeros, and removes characters that URL parsers ignore. */
function plain(text: string): string {
  const decoded = text
    .replace(/&#x([\da-f]+);/gi, (_, digits: string) => character(Number.parseInt(digits, 16)))
    .replace(/&#(\d+);/g, (_, digits: string) => character(Number(digits)));
  return decoded.replace(/[\s\p{Cc}\p{Cf}]/gu, '');
}

function character(point: number): string {
  return point <= 0x10ffff ? String.fromCodePoint(point) : '';
}
