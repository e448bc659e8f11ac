import { describe, expect, it, vi } from 'vitest';
import { drawLogo, logoHash, maximumLogoBytes, parseLogo } from '#lib/pictures/logo';
import { findLogo, toBrand } from './brand';
import { lookOf } from './look';
import { defaultPortal } from './portal-schema';
import { tenantSchema } from './schema';

const drawing = (inner: string) =>
  uri('image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${inner}</svg>`);
const uri = (type: string, content: string | Buffer) =>
  `data:${type};base64,${Buffer.from(content).toString('base64')}`;
const png = Buffer.from('89504e470d0a1a0a0000', 'hex');
const square = drawing('<path fill="url(#a)" d="M0 0h8v8z"/><use href="#b"/>');

describe('parseLogo (security #126)', () => {
  it.each([
    ['a drawing', square, 'image/svg+xml'],
    ['a PNG', uri('image/png', png), 'image/png'],
    ['a JPEG', uri('image/jpeg', Buffer.from('ffd8ffe0', 'hex')), 'image/jpeg'],
    ['a WebP', uri('image/webp', 'RIFFxxxxWEBPVP8 '), 'image/webp'],
  ])('accepts %s', (_, text, type) => {
    expect(parseLogo(text)?.type).toBe(type);
  });

  it.each([
    ['an address', 'https://acme.test/logo.svg'],
    ['a page', uri('text/html', '<svg></svg>')],
    ['a picture under another type', uri('image/png', '<svg></svg>')],
    ['text that is not a drawing', uri('image/svg+xml', 'text')],
    ['invalid base64', 'data:image/png;base64,%%%'],
    ['an address without base64', 'data:image/svg+xml,<svg/>'],
    ['too much data', uri('image/png', Buffer.concat([png, Buffer.alloc(maximumLogoBytes)]))],
    ['a picture embedded in a drawing', drawing('<image href="data:image/png;base64,AAAA"/>')],
    ['an entity', uri('image/svg+xml', '<!DOCTYPE svg [<!ENTITY x "y">]><svg></svg>')],
  ])('refuses %s', (_, text) => {
    expect(parseLogo(text)).toBeNull();
  });
});

describe('drawLogo (security #126)', () => {
  const file = (inner: string) => parseLogo(drawing(inner)) ?? expect.fail();

  it('returns a PNG of a drawing, the same one each time, and never the drawing itself', async () => {
    const script = file('<x-y:script xmlns:x-y="http://www.w3.org/2000/svg">alert(1)</x-y:script><circle r="3"/>');
    const drawn = await drawLogo(script);
    expect(drawn?.toString('hex', 0, 8)).toBe('89504e470d0a1a0a');
    expect(drawn?.includes('alert')).toBe(false);
    expect(await drawLogo(script)).toBe(drawn);
  });

  it('returns nothing for a drawing that fails, and tries again a minute later', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    const broken = file('<g>');
    const drawing = drawLogo(broken);
    expect(await drawing).toBeNull();
    clock.mockReturnValue(59_999);
    expect(drawLogo(broken)).toBe(drawing);
    clock.mockReturnValue(60_000);
    expect(drawLogo(broken)).not.toBe(drawing);
    clock.mockRestore();
  });
});

describe('toBrand', () => {
  const tenant = tenantSchema.parse({
    name: 'acme',
    display_name: 'Acme Inc.',
    theme: {
      primary: '#0a5',
      background: '#f4f1ea',
      favicon: uri('image/png', Buffer.concat([png, png])),
      logo: square,
      logo_dark: uri('image/png', png),
    },
    links: { support: 'mailto:help@acme.test' },
  });
  const look = lookOf(defaultPortal, tenant);

  it('gives each picture an address by its content, by which it is found again', () => {
    const { logo, icon, bars, links, name } = toBrand(look);
    expect(bars.light).toBe('oklch(0.9585 0.0098 87.47)');
    expect(icon).toMatch(/^\/branding\/acme\/[\w-]{22}$/);
    expect(findLogo(look, icon?.split('/').at(-1) ?? '')?.bytes).toHaveLength(20);
    expect({ name, links }).toMatchObject({ name: 'Acme Inc.', links: { support: 'mailto:help@acme.test' } });
    expect(logo?.light).toMatch(/^\/branding\/acme\/[\w-]{22}$/);
    expect(findLogo(look, logo?.light.split('/').at(-1) ?? '')?.type).toBe('image/svg+xml');
    expect(findLogo(look, logo?.dark?.split('/').at(-1) ?? '')?.type).toBe('image/png');
    expect(findLogo(look, 'x'.repeat(22))).toBeNull();
  });

  it('has the CSP source of exactly its style (CSP 3 §2.3.1)', () => {
    const { style } = toBrand(look);
    expect(style?.css).toContain('--primary: oklch(');
    expect(style?.source).toMatch(/^'sha256-[\w+/]+=*'$/);
  });

  it('shows no invalid picture of a stored row', () => {
    const theme = { ...look.theme, logo: 'https://acme.test/x.png', logoDark: null };
    const { logo } = toBrand({ ...look, theme });
    expect(logo).toBeNull();
    expect(logoHash({ type: 'image/png', bytes: png })).not.toBe(logoHash({ type: 'image/webp', bytes: png }));
  });

  it.each(['javascript:alert(1)', 'mailto:a@b?bcc=c@d', 'data:text/html,x', 'ftp://acme.test'])(
    'refuses the help address %s',
    (support) => {
      expect(tenantSchema.safeParse({ name: 'a', display_name: 'A', links: { support } }).success).toBe(false);
    },
  );
});
