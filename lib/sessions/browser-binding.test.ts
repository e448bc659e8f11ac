import { describe, expect, it } from 'vitest';
import { hashHandle } from '#lib/crypto/hash';
import { bindBrowser, createBinding, readBinding } from './browser-binding';

const settings = { secure: true };
const sent = (setCookie: string) => setCookie.split(';')[0];

describe('the browser binding', () => {
  it('is a new random cookie that ends with the browser (security #102)', () => {
    const { handle, hash, setCookie } = createBinding(settings);
    expect(setCookie).toBe(`__Host-signet-flow=${handle}; Path=/; HttpOnly; SameSite=Lax; Secure`);
    expect(hash).toBe(hashHandle(handle));
    expect(createBinding(settings).handle).not.toBe(handle);
    expect(createBinding({ secure: false }).setCookie).toMatch(
      /^signet-flow=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  it('comes back with the next request', () => {
    const { handle, hash, setCookie } = createBinding(settings);
    expect(readBinding(`other=1; ${sent(setCookie)}`, settings)).toEqual({ handle, hash });
  });

  it('is kept by a browser that has one', () => {
    const first = bindBrowser(undefined, settings);
    expect(first.setCookie).toHaveLength(1);
    const second = bindBrowser(sent(first.setCookie[0] ?? ''), settings);
    expect(second).toEqual({ handle: first.handle, hash: first.hash, setCookie: [] });
  });

  const handle = createBinding(settings).handle;

  it.each([
    ['nothing', undefined],
    ['an empty value', '__Host-signet-flow='],
    ['two of the name (security #103)', `__Host-signet-flow=${handle}; __Host-signet-flow=${handle}`],
    ['the name without its prefix', `signet-flow=${handle}`],
    ['a value that is too short', `__Host-signet-flow=${handle.slice(1)}`],
    ['a value that is too long', `__Host-signet-flow=${handle}A`],
    ['another alphabet', `__Host-signet-flow=${handle.slice(1)}%`],
  ])('is none for %s', (_name, cookieHeader) => {
    expect(readBinding(cookieHeader, settings)).toBeNull();
  });
});
