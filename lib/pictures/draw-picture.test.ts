import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawPicture } from './draw-picture';

const box = { width: 480, height: 144 };
const svg = (inner: string, attributes = 'viewBox="0 0 8 8"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`);
const circle = '<circle cx="4" cy="4" r="3" fill="#f00"/>';
const raster = (format: 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff', size = 40) =>
  sharp({ create: { width: size * 2, height: size, channels: 3, background: '#0a5' } })
    .withExif({ IFD0: { Copyright: 'canary of the metadata' } })
    .toFormat(format)
    .toBuffer();
const notDrawn = expect.objectContaining({ code: 'picture_not_drawn' });
const notRead = expect.objectContaining({ code: 'picture_type' });

describe('drawPicture (security #126)', () => {
  it('enlarges a vector up to the limit, but never a bitmap', async () => {
    const drawn = await sharp(await drawPicture(svg(circle), box)).metadata();
    expect(drawn).toMatchObject({ format: 'png', width: 144, height: 144 });
    expect(await sharp(await drawPicture(await raster('png'), box)).metadata()).toMatchObject({
      width: 80,
      height: 40,
    });
    const large = await sharp(await drawPicture(await raster('webp', 900), box)).metadata();
    expect(large).toMatchObject({ width: 288, height: 144 });
  });

  it.each(['png', 'jpeg', 'webp'] as const)('keeps nothing of a %s except its pixels', async (format) => {
    const source = Buffer.concat([await raster(format), Buffer.from('<script>canary behind the picture</script>')]);
    const drawn = await drawPicture(source, box);
    expect(drawn.toString('latin1')).not.toContain('canary');
    expect(drawn.toString('hex', 0, 8)).toBe('89504e470d0a1a0a');
    expect(await sharp(drawn).metadata()).not.toHaveProperty('exif');
  });

  it.each([
    ['a script', '<script>canary</script>'],
    ['a script in a namespace with a dash', '<x-y:script xmlns:x-y="http://www.w3.org/2000/svg">canary</x-y:script>'],
    ['an event', '<rect width="1" height="1" onload="canary"/>'],
    ['a foreign object', '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">canary</p></foreignObject>'],
    ['a script address', '<a href="javascript:canary"><rect width="1" height="1"/></a>'],
  ])('draws everything except %s', async (_, inner) => {
    const drawn = await drawPicture(svg(`${inner}${circle}`), box);
    expect(drawn.toString('latin1')).not.toContain('canary');
    const { dominant } = await sharp(drawn).removeAlpha().stats();
    expect(dominant.r).toBeDefined();
  });

  it('fetches nothing and reads no file', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const folder = mkdtempSync(join(tmpdir(), 'signet-picture-'));
    writeFileSync(join(folder, 'red.svg'), svg('<rect width="8" height="8" fill="#f00"/>'));
    const links = [`http://127.0.0.1:${port}/x.png`, `file://${folder}/red.svg`, `${folder}/red.svg`];
    const blank = await drawPicture(svg(''), box);
    for (const href of links) {
      const inner = `<style>@import "${href}";</style><image href="${href}" width="8" height="8"/><use href="${href}#a"/>`;
      expect(digest(await drawPicture(svg(inner), box))).toBe(digest(blank));
    }
    expect([asked, existsSync(join(folder, 'red.svg'))]).toEqual([[], true]);
    rmSync(folder, { recursive: true });
    await new Promise((resolve) => server.close(resolve));
  });

  it.each<[string, Buffer | Promise<Buffer>, unknown]>([
    ['data that is not a picture', Buffer.from('text'), notRead],
    ['nothing', Buffer.alloc(0), notRead],
    ['a page', Buffer.from('<!doctype html><svg></svg>'), notRead],
    ['a GIF', raster('gif'), notRead],
    ['a TIFF', raster('tiff'), notRead],
    ['a compressed drawing', gzipSync(svg(circle)), notRead],
    ['entities that expand', Buffer.from('<!DOCTYPE svg [<!ENTITY x "y">]><svg></svg>'), notRead],
    ['a drawing in another encoding', Buffer.from(svg(circle).toString(), 'utf16le'), notRead],
    [
      'a drawing that declares another encoding',
      Buffer.from(`<?xml version="1.0" encoding="utf-7"?>${svg(circle)}`),
      notRead,
    ],
    ['an embedded picture', svg('<image href="data:image/png;base64,AAAA"/>'), notRead],
    [
      'an embedded picture, written as character references',
      svg('<image href="&#100;&#x61;ta&#10;:image/png;base64,AA"/>'),
      notRead,
    ],
    ['half a PNG', raster('png').then((bytes) => bytes.subarray(0, 60)), notDrawn],
    ['an unfinished drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g>'), notDrawn],
    ['too many pixels', svg(circle, 'width="100000" height="100000"'), notDrawn],
  ])('refuses %s', async (_, source, problem) => {
    await expect(drawPicture(await source, box)).rejects.toEqual(problem);
  });

  it('stops a drawing that takes minutes, and continues with the next', async () => {
    const levels = Array.from({ length: 8 }, (_level, index) => {
      const fill = index === 0 ? '' : ` fill="url(#p${index - 1})"`;
      const inside = `<rect width="8" height="8"${fill}/>`.repeat(10);
      return `<pattern id="p${index}" width="8" height="8" patternUnits="userSpaceOnUse">${inside}</pattern>`;
    });
    const endless = drawPicture(svg(`${levels.join('')}<rect width="8" height="8" fill="url(#p7)"/>`), box);
    const next = drawPicture(svg(circle), box);
    await expect(endless).rejects.toEqual(notDrawn);
    expect((await next).length).toBeGreaterThan(100);
  });
});

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
