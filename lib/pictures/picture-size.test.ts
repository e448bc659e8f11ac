import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawPicture } from './draw-picture';
import { pictureSize } from './picture-size';

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
