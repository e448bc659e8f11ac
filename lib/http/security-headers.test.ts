import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy, openerPolicy } from './security-headers';

it.each(['/login', '/login/code', '/recover', '/recover/reset', '/signup/code', '/consent'])(
  'keeps the opener of a popup on %s, which a sign-in may pass through',
  (path) => {
    expect(openerPolicy(path)).toBe('unsafe-none');
  },
);

it.each(['/', '/account', '/admin', '/verify', '/undo', '/setup', '/recovery'])('isolates %s', (path) => {
  expect(openerPolicy(path)).toBe('same-origin');
});

describe('contentSecurityPolicy (CSP 3 §2.2)', () => {
  it('writes directives with their sources', () => {
    const policy = contentSecurityPolicy([
      ['default-src', "'none'"],
      ['script-src', "'nonce-abc_-1'", "'strict-dynamic'", "'sha256-AB+/cd='"],
      ['frame-src', 'https://rp.test', 'https://rp.test:8443', 'http://[::1]:3000'],
      ['img-src', "'self'", 'data:'],
      ['sandbox'],
    ]);
    expect(policy).toBe(
      "default-src 'none'; script-src 'nonce-abc_-1' 'strict-dynamic' 'sha256-AB+/cd='; " +
        "frame-src https://rp.test https://rp.test:8443 http://[::1]:3000; img-src 'self' data:; sandbox",
    );
  });

  it.each([
    'https://x;y',
    'https://x y',
    'https://x,y',
    "https://x'y",
    'https://*.test',
    'https://x/path',
    'https://u@x',
    'http:',
    '*',
    '',
    "'none'; script-src *",
    "'nonce-a b'",
    "'unsafe-hashes'",
    'javascript:',
  ])('refuses the source %j', (source) => {
    expect(() => contentSecurityPolicy([['frame-src', source]])).toThrow('frame-src');
  });

  it.each(['', 'frame-src *', 'frame-src;', 'Frame-Src'])('refuses the directive %j', (name) => {
    expect(() => contentSecurityPolicy([[name, "'none'"]])).toThrow('directive');
  });
});
