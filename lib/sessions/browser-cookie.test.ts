import { sealData } from 'iron-session';
import { describe, expect, it, vi } from 'vitest';
import { deriveKey, hashHandle } from '#lib/crypto/hash';
import { masterSecret } from '#lib/crypto/master-secret';
import { createHandle } from '#lib/crypto/random';
import { forgetSingletons } from '#lib/singleton';
import { clearBrowserCookie, readBrowserCookie, writeBrowserCookie } from './browser-cookie';

const settings = { secret: masterSecret('a secret of at least thirty-two bytes'), secure: true };
const handle = createHandle();
const password = { '1': deriveKey(settings.secret.current, 'cookie').toString('base64url') };

const sent = (setCookie: string) => setCookie.split(';')[0] ?? '';
const sealed = async (
  data: unknown,
  options: { password: Record<string, string>; ttl?: number } = { password, ttl: 0 },
) => `__Host-signet=${await sealData(data, options)}`;

describe('the browser cookie', () => {
  it('returns the handle without revealing it', async () => {
    const cookie = await writeBrowserCookie(handle, null, settings);
    forgetSingletons();
    expect(await readBrowserCookie(sent(cookie), settings)).toBe(hashHandle(handle));
    expect(cookie).not.toContain(handle);
    expect(cookie.length).toBeLessThan(1000);
    expect(cookie).toMatch(/^__Host-signet=[\w*~.-]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  });

  it('is read the same again, except with a changed seal', async () => {
    const cookie = sent(await writeBrowserCookie(handle, null, settings));
    for (let time = 0; time < 3; time += 1) {
      expect(await readBrowserCookie(cookie, settings)).toBe(hashHandle(handle));
      expect(await readBrowserCookie(cookie.replace(/.{5}~2$/, 'AAAAA~2'), settings)).toBeNull();
    }
    expect(
      await readBrowserCookie(cookie, { ...settings, secret: masterSecret('another secret of thirty-two bytes') }),
    ).toBeNull();
  });

  it('is not unsealed in the process that has just sealed it', async () => {
    const cookie = sent(await writeBrowserCookie(handle, null, settings));
    const importKey = vi.spyOn(crypto.subtle, 'importKey');
    expect(await readBrowserCookie(cookie, settings)).toBe(hashHandle(handle));
    expect(importKey).not.toHaveBeenCalled();
    forgetSingletons();
    expect(await readBrowserCookie(cookie, settings)).toBe(hashHandle(handle));
    expect(importKey).toHaveBeenCalled();
    importKey.mockRestore();
  });

  it('ends with the browser, or on request', async () => {
    expect(await writeBrowserCookie(handle, 3600, settings)).toContain('; Max-Age=3600');
    expect(clearBrowserCookie(settings)).toBe('__Host-signet=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0');
  });

  it.each<[string, () => Promise<string | undefined> | string | undefined]>([
    ['nothing', () => undefined],
    ['an empty value', () => '__Host-signet='],
    ['the name without its prefix', async () => (await sealed({ handle })).replace('__Host-', '')],
    ['two of the name (security #103)', async () => `${await sealed({ handle })}; ${await sealed({ handle })}`],
    ['the handle itself', () => `__Host-signet=${handle}`],
    ['text', () => '__Host-signet=text'],
    ['asterisks', () => `__Host-signet=${'*'.repeat(9)}~2`],
    ['a changed seal', async () => (await sealed({ handle })).replace(/.{5}~2$/, 'AAAAA~2')],
    ['a seal of another secret', () => sealed({ handle }, { password: { '1': 'x'.repeat(43) }, ttl: 0 })],
    ['a seal of an unknown password', () => sealed({ handle }, { password: { '7': 'x'.repeat(43) }, ttl: 0 })],
    ['sealed nothing', () => sealed({})],
    ['a sealed list', () => sealed([handle])],
    ['a sealed null', () => sealed(null)],
    ['a sealed operator (security #149)', () => sealed({ handle: { not: '' } })],
    ['a sealed handle that is too short', () => sealed({ handle: 'short' })],
    ['a megabyte', () => `__Host-signet=Fe26.2*1*${'a'.repeat(1_000_000)}~2`],
  ])('is not a browser for %s', async (_name, cookie) => {
    expect(await readBrowserCookie(await cookie(), settings)).toBeNull();
  });
});
