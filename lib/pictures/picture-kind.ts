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

type PictureSize = { readonly width: number; readonly height: number };

/**
 * Reads the size that a raster picture has when it is decoded from its first bytes, so that nobody decodes one that is
 * too large.
 * @returns null if it cannot be found, and for an SVG, which has no pixels yet
 */
export function pictureSize(bytes: Buffer, type: PictureType): PictureSize | null {
  switch (type) {
    case 'image/png':
      return pngSize(bytes);
    case 'image/jpeg':
      return jpegSize(bytes);
    case 'image/webp':
      return webpSize(bytes);
    case 'image/svg+xml':
      return null;
    default:
      return type satisfies never;
  }
}

/** PNG §11.2.1: IHDR is the first chunk. */
function pngSize(bytes: Buffer): PictureSize | null {
  if (bytes.length < 24 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Markers that begin a frame (ITU T.81 §B.1.1.3): C0 to CF without the tables C4, C8 and CC. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function jpegSize(bytes: Buffer): PictureSize | null {
  for (let at = 2; at + 9 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes.readUInt8(at + 1);
    // Fill bytes, and markers without a length.
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (isFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** WebP container (RFC 9649 §2.5 to §2.7): a lossy, a lossless or an extended picture. */
function webpSize(bytes: Buffer): PictureSize | null {
  if (bytes.length < 30) return null;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}
