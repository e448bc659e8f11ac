import { describe, expect, it } from 'vitest';
import { hashHandle } from '#lib/crypto/hash';
import { bindBrowser, createBinding, isBoundTo, readBinding } from './browser-binding';

const settings = { secure: true };
const sent = (setCookie: string) => setCookie.split(';')[0];

describe('the browser binding', () => {
  it('is a new random cookie that ends with the browser (security #102)', () => {
    const { handle, hash, setCookie } = createBinding(settings);
    const name = `__Host-signet-flow-${hash.slice(0, 8)}`;
    expect(setCookie).toBe(`${name}=${handle}; Path=/; HttpOnly; SameSite=Lax; Secure`);
    expect(hash).toBe(hashHandle(handle));
    expect(createBinding(settings).handle).not.toBe(handle);
    expect(createBinding({ secure: false }).setCookie).toMatch(
      /^signet-flow-[\w-]{8}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  it('is sent with the next request', () => {
    const { handle, hash, setCookie } = createBinding(settings);
    expect(readBinding(`other=1; ${sent(setCookie)}`, settings)).toEqual({ handle, hash, all: [{ handle, hash }] });
  });

  it('is kept by a browser that has one', () => {
    const first = bindBrowser(undefined, settings);
    expect(first.setCookie).toHaveLength(1);
    const second = bindBrowser(sent(first.setCookie[0] ?? ''), settings);
    expect(second).toEqual({ ...first, setCookie: [] });
  });

  it('includes all cookies of tabs that were opened at once, the first for new forms', () => {
    const [one, two, foreign] = [createBinding(settings), createBinding(settings), createBinding(settings)];
    const binding = readBinding(`${sent(one.setCookie)}; ${sent(two.setCookie)}`, settings);
    expect(binding).toMatchObject({ handle: one.handle, hash: one.hash });
    if (binding === null) throw new Error('no binding');
    expect([one, two, foreign].map(({ hash }) => isBoundTo(binding, hash))).toEqual([true, true, false]);
  });

  it('reads a cookie of the former name', () => {
    const { handle } = createBinding(settings);
    expect(readBinding(`__Host-signet-flow=${handle}`, settings)).toMatchObject({ handle });
  });

  it('reads a limited number', () => {
    const many = Array.from({ length: 40 }, () => sent(createBinding(settings).setCookie)).join('; ');
    expect(readBinding(many, settings)?.all).toHaveLength(16);
  });

  const handle = createBinding(settings).handle;

  it.each([
    ['nothing', undefined],
    ['an empty value', '__Host-signet-flow='],
    ['two of the name (security #103)', `__Host-signet-flow=${handle}; __Host-signet-flow=${handle}`],
    ['two of a longer name', `__Host-signet-flow-a=${handle}; __Host-signet-flow-a=${handle}`],
    ['the name without its prefix', `signet-flow=${handle}`],
    ['another name that begins like it', `__Host-signet-flower=${handle}`],
    ['no value at all', '__Host-signet-flow'],
    ['a value that is too short', `__Host-signet-flow=${handle.slice(1)}`],
    ['a value that is too long', `__Host-signet-flow=${handle}A`],
    ['another alphabet', `__Host-signet-flow=${handle.slice(1)}%`],
  ])('is none for %s', (_name, cookieHeader) => {
    expect(readBinding(cookieHeader, settings)).toBeNull();
  });
});
