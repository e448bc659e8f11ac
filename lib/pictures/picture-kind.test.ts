import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawPicture } from './draw-picture';
import { pictureSize, pictureType } from './picture-kind';

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h8v8z"/></svg>';
const withImage = (scheme: string) => `<svg xmlns="http://www.w3.org/2000/svg"><image href="${scheme}AAAA"/></svg>`;

/** A comment of three characters whose UTF-16 bytes are ` <svg `. A reader of bytes would mistake it for an SVG. */
const hidden = `<!--${Buffer.from(' <svg ').toString('utf16le')}--><!DOCTYPE svg [<!ENTITY x "y">]>${svg}`;

describe('a drawing is accepted (security #126)', () => {
  it.each([
    ['plain', svg],
    ['after white space', `\n\t${svg}`],
    ['with a byte order mark', `\ufeff${svg}`],
    ['declared', `<?xml version="1.0"?>${svg}`],
    ['declared as UTF-8', `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n${svg}`],
    ['declared with spaces', `<?xml version = '1.0' encoding = 'utf-8' ?>${svg}`],
  ])('%s', (_, text) => {
    expect(pictureType(Buffer.from(text))).toBe('image/svg+xml');
  });
});

describe('a drawing that another reader could interpret differently is refused (security #126)', () => {
  it.each([
    ['another encoding', `<?xml version="1.0" encoding="UTF-7"?>${svg}`],
    ['another encoding after a space', `<?xml version="1.0" encoding = "UTF-7"?>${svg}`],
    ['another encoding in single quotes', `<?xml version='1.0' encoding='utf-16'?>${svg}`],
    ['an unfinished declaration', `<?xml version="1.0" ${svg}`],
    ['a declaration that is not at the start', `\n<?xml version="1.0" encoding="UTF-7"?>${svg}`],
    ['a control character', svg.replace('M0', 'M\u00010')],
    ['an embedded picture', withImage('data:image/png;base64,')],
    ['an embedded picture with a character by number', withImage('&#100;ata:')],
    ['an embedded picture with a character by a number with zeros', withImage('&#x00000064;ata:')],
    ['an embedded picture with a character by a decimal number with zeros', withImage('&#0000000100;ata:')],
    ['an embedded picture after white space', withImage('da&#10;ta:')],
  ])('with %s', (_, text) => {
    expect(pictureType(Buffer.from(text))).toBeNull();
  });

  it('in UTF-16, which hides a document type in its bytes', () => {
    const bytes = Buffer.from(hidden, 'utf16le');
    expect(bytes.includes('<svg ')).toBe(true);
    expect(pictureType(bytes)).toBeNull();
  });
});

const random = () => 1 + Math.floor(Math.random() * 900);

describe('the size of a picture before it is decoded (security #198)', () => {
  const create = (width: number, height: number, alpha = false) =>
    sharp({ create: { width, height, channels: alpha ? 4 : 3, background: '#0a5' } });
  const forms = {
    'a PNG': ['image/png', (picture: Sharp) => picture.png()],
    'a JPEG': ['image/jpeg', (picture: Sharp) => picture.jpeg()],
    'a progressive JPEG with metadata': [
      'image/jpeg',
      (picture: Sharp) => picture.withExif({ IFD0: { Copyright: 'x'.repeat(9000) } }).jpeg({ progressive: true }),
    ],
    'a lossy WebP': ['image/webp', (picture: Sharp) => picture.webp()],
    'a lossless WebP': ['image/webp', (picture: Sharp) => picture.webp({ lossless: true })],
    'an extended WebP': ['image/webp', (picture: Sharp) => picture.withExif({ IFD0: { Copyright: 'x' } }).webp()],
  } as const;

  it.each(Object.entries(forms))('is that of %s', async (_, [type, encode]) => {
    const size = { width: random(), height: random() };
    const bytes = await encode(create(size.width, size.height)).toBuffer();
    expect(pictureSize(bytes, type)).toEqual(size);
  });

  it.each(Object.entries(forms))('is null for what is left of %s, and nothing throws', async (_, [type, encode]) => {
    const bytes = await encode(create(random(), random())).toBuffer();
    for (let length = 0; length < 40; length += 1)
      expect(() => pictureSize(bytes.subarray(0, length), type)).not.toThrow();
    expect(pictureSize(bytes.subarray(0, 12), type)).toBeNull();
  });

  it('decides before a process is started', async () => {
    const bytes = await create(1, 1).png().toBuffer();
    bytes.writeUInt32BE(4097, 16);
    bytes.writeUInt32BE(4096, 20);
    const drawn = drawPicture(bytes, { width: 10, height: 10 }).catch(codeOf);
    // No process can answer before the next turn of the event loop.
    const nextTurn = new Promise((resolve) => setImmediate(() => resolve('later')));
    expect(await Promise.race([drawn, nextTurn])).toBe('picture_not_drawn');
  });
});

describe('the pictures of one person (security #198)', () => {
  it('are drawn one at a time, so that nobody else waits behind twelve of them', async () => {
    const bytes = await sharp({ create: { width: 3000, height: 3000, channels: 3, background: '#0a5' } })
      .png()
      .toBuffer();
    const box = { width: 10, height: 10 };
    const greedy = Array.from({ length: 12 }, () => drawPicture(bytes, box, 'alice').then(() => 'drawn', codeOf));
    const other = drawPicture(bytes, box, 'bob').then(() => 'drawn', codeOf);
    expect(await Promise.all(greedy)).toEqual(['drawn', ...Array(11).fill('picture_busy')]);
    expect(await other).toBe('drawn');
    expect(await drawPicture(bytes, box, 'alice').then(() => 'drawn', codeOf)).toBe('drawn');
  });
});

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : error;
}
