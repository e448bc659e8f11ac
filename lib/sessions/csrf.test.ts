import { describe, expect, it } from 'vitest';
import { masterSecret } from '#lib/crypto/master-secret';
import { createBinding } from './browser-binding';
import { csrfToken, isSameOrigin, verifyCsrf } from './csrf';

const secret = masterSecret('a secret of at least thirty-two bytes');
const binding = createBinding({ secure: true });
const token = csrfToken(secret, binding, 'interaction-1');

describe('verifyCsrf', () => {
  it('accepts the token of this browser and purpose, each time', () => {
    expect(verifyCsrf(secret, binding, 'interaction-1', token)).toBe(true);
    expect(csrfToken(secret, binding, 'interaction-1')).toBe(token);
  });

  it.each([
    ['another purpose', () => verifyCsrf(secret, binding, 'logout', token)],
    ['another interaction', () => verifyCsrf(secret, binding, 'interaction-2', token)],
    [
      'another browser (security #101)',
      () => verifyCsrf(secret, createBinding({ secure: true }), 'interaction-1', token),
    ],
    ['another secret', () => verifyCsrf(masterSecret(`${secret.current}!`), binding, 'interaction-1', token)],
    ['no token', () => verifyCsrf(secret, binding, 'interaction-1', '')],
    ['a shorter token', () => verifyCsrf(secret, binding, 'interaction-1', token.slice(1))],
    ['a longer token', () => verifyCsrf(secret, binding, 'interaction-1', `${token}A`)],
    ['the handle as token', () => verifyCsrf(secret, binding, 'interaction-1', binding.handle)],
    ['letters of several bytes', () => verifyCsrf(secret, binding, 'interaction-1', 'ä'.repeat(43))],
  ])('refuses %s (security #100)', (_name, verify) => {
    expect(verify()).toBe(false);
  });

  it('does not show the handle', () => {
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(token).not.toBe(binding.handle);
    expect(token).not.toBe(binding.hash);
  });
});

describe('isSameOrigin', () => {
  const issuer = 'https://op.test';

  it.each([
    ['our origin', { origin: 'https://op.test' }, true],
    ['our origin from a page of the same site', { origin: 'https://op.test', 'sec-fetch-site': 'same-origin' }, true],
    ['no Origin but same-origin', { 'sec-fetch-site': 'same-origin' }, true],
    ['neither', {}, false],
    ['an opaque origin', { origin: 'null' }, false],
    ['an opaque origin that says same-origin', { origin: 'null', 'sec-fetch-site': 'same-origin' }, false],
    ['another origin', { origin: 'https://evil.test' }, false],
    ['another origin that says same-origin', { origin: 'https://evil.test', 'sec-fetch-site': 'same-origin' }, false],
    ['a sibling', { origin: 'https://x.op.test' }, false],
    ['our name at the front', { origin: 'https://op.test.evil.test' }, false],
    ['our host over http', { origin: 'http://op.test' }, false],
    ['our host on another port', { origin: 'https://op.test:8443' }, false],
    ['our origin with a path', { origin: 'https://op.test/' }, false],
    ['two origins', { origin: 'https://op.test, https://evil.test' }, false],
    ['an empty origin', { origin: '' }, false],
    ['a page of the same site', { 'sec-fetch-site': 'same-site' }, false],
    ['another site', { 'sec-fetch-site': 'cross-site' }, false],
    ['the address bar', { 'sec-fetch-site': 'none' }, false],
    ['our Host and Referer', { host: 'op.test', referer: 'https://op.test/login' }, false],
  ] as const)('decides about a request with %s (security #100)', (_name, headers, same) => {
    expect(isSameOrigin(headers, issuer)).toBe(same);
  });

  it('recognizes an issuer with its port', () => {
    expect(isSameOrigin({ origin: 'http://localhost:3000' }, 'http://localhost:3000')).toBe(true);
    expect(isSameOrigin({ origin: 'http://localhost' }, 'http://localhost:3000')).toBe(false);
    expect(isSameOrigin({ origin: 'https://op.test' }, 'https://op.test:443')).toBe(true);
  });
});
