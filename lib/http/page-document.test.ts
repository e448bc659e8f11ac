import { describe, expect, it } from 'vitest';
import { scriptNonceOf, toDocument } from './page-document';

const script = { address: '/_signet/people-ABC.js', nonce: 'n0nce' };

/** A page as Next 16 writes it, with each of its kinds of scripts, hints and marks. */
const page =
  '<!DOCTYPE html><html lang="en"><head><link rel="stylesheet" href="/a.css" nonce="n0nce" data-precedence="next"/>' +
  '<link rel="preload" as="script" fetchPriority="low" nonce="n0nce" href="/_next/static/chunks/a.js"/>' +
  '<link rel="modulepreload" href="/_next/static/chunks/m.js"/>' +
  '<script src="/_next/static/chunks/b.js" async="" nonce="n0nce"></script><title>T</title>' +
  '<script src="/_next/static/chunks/c.js" noModule="" nonce="n0nce"></script></head><body>' +
  '<div hidden=""><!--$--><!--/$--></div><p>Hello, <!-- -->you &lt;script&gt;alert(1)&lt;/script&gt; &lt;!--x--&gt;</p>' +
  '<input title="&lt;script&gt;" value="&lt;!--"/><script nonce="n0nce" id="_R_">(globalThis["TURBOPACK"]||[]).push({})</script>' +
  '<script nonce="n0nce">self.__next_f.push([1,"0:\\u003c/script>\\n<!--"])</script></body></html>';

describe('toDocument', () => {
  it('keeps the content of the page, and only our script', () => {
    expect(toDocument(page, script)).toBe(
      '<!DOCTYPE html><html lang="en"><head><link rel="stylesheet" href="/a.css" nonce="n0nce" data-precedence="next"/>' +
        '<title>T</title><script type="module" src="/_signet/people-ABC.js" nonce="n0nce"></script></head><body>' +
        '<div hidden=""></div><p>Hello, you &lt;script&gt;alert(1)&lt;/script&gt; &lt;!--x--&gt;</p>' +
        '<input title="&lt;script&gt;" value="&lt;!--"/></body></html>',
    );
  });

  it('adds none where the policy allows none', () => {
    expect(toDocument(page, null)).not.toContain('<script');
  });

  it('keeps an address unchanged, with any special characters', () => {
    expect(toDocument('<head></head>', { address: '/$&', nonce: '$1' })).toBe(
      '<head><script type="module" src="/$&" nonce="$1"></script></head>',
    );
  });
});

describe('scriptNonceOf', () => {
  it.each([
    ["default-src 'none'; script-src 'nonce-ab_-1' 'strict-dynamic'; style-src 'nonce-other'", 'ab_-1'],
    ["script-src 'nonce-a+/='", 'a+/='],
    ["default-src 'none'; style-src 'self' 'nonce-other'", null],
    ["default-src 'none'; script-src 'sha256-abc='", null],
    ['', null],
  ])('%s: %s', (policy, nonce) => {
    expect(scriptNonceOf(policy)).toBe(nonce);
  });
});
