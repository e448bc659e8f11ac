import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Brand, plainFrame } from '#lib/theme/brand';
import { portalCss } from '#lib/theme/stylesheet';
import { formPostHtml, htmlPage, type Problem, problemHtml } from './html';
import { html } from './html-escape';
import { mark } from './html-mark';
import { staticStyle } from './html-style';

const hostile = [
  '"><svg/onload=1>',
  "'><img src=x onerror=1>",
  '</form><form action="https://evil.example/">',
  '</title></noscript></details><script>1</script>',
  'a\u2028b\u2029c',
  'line\r\nbreak\rand\nmore',
  '&quot;&lt;&#0;&NewLine;',
  'javascript:alert(1)',
];

const problem: Problem = {
  status: 400,
  problem: 'invalid_redirect_uri',
  reference: 'ref-1',
  continueTo: null,
  details: [],
};

describe('formPostHtml', () => {
  it.each(hostile)('carries %j as a value and nothing else (Form Post Response Mode §2, security #17)', (value) => {
    const { body } = formPostHtml({ action: 'https://app.example/cb', fields: [['state', value]] });
    expect(hiddenInputs(body)).toEqual([['state', value]]);
    expect(body.match(/<form/g)).toHaveLength(1);
    expect(body.match(/<script/g)).toHaveLength(1);
  });

  it.each(hostile)('keeps %j inside the action and inside a field name', (value) => {
    const { body } = formPostHtml({ action: `https://app.example/${value}`, fields: [[value, 'x']] });
    expect(decode(/<form method="post" action="([^"]*)">/.exec(body)?.[1] ?? '')).toBe(`https://app.example/${value}`);
    expect(hiddenInputs(body)).toEqual([[value, 'x']]);
  });

  it('posts every parameter in order, and offers a button where scripts are off', () => {
    const fields = [
      ['code', 'abc'],
      ['state', 'xyz'],
      ['iss', 'https://id.example'],
    ] as const;
    const { status, body } = formPostHtml({ action: 'https://app.example/cb?a=1&b=2', fields });
    expect(status).toBe(200);
    expect(hiddenInputs(body)).toEqual(fields);
    expect(body).toContain('action="https://app.example/cb?a=1&amp;b=2"');
    expect(body).toMatch(/<noscript><button class="button" type="submit">Continue<\/button><\/noscript>/);
  });

  it('allows its own script and style by hash and nothing else, and no frame (CSP 3 §2.3.1)', () => {
    const { headers, body } = formPostHtml({ action: 'https://app.example/cb', fields: [] });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`script-src '${hashOf(/<script>(.*?)<\/script>/s.exec(body)?.[1])}'`);
    expect(policy).toContain(`style-src '${hashOf(/<style>(.*?)<\/style>/s.exec(body)?.[1])}'`);
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  });

  it('names no form-action, which Chromium would apply to the application’s own redirects (security 24)', () => {
    const { headers } = formPostHtml({ action: 'https://app.example/cb', fields: [] });
    expect(headers['content-security-policy']).not.toContain('form-action');
  });

  it('is kept by no cache and names no referrer (RFC 9700 §4.2.4)', () => {
    const { headers } = formPostHtml({ action: 'https://app.example/cb', fields: [] });
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': expect.stringContaining('no-store'),
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
    });
  });
});

describe('problemHtml', () => {
  it('answers with the status, the words of the catalog and the reference', () => {
    const { status, headers, body } = problemHtml(problem);
    expect(status).toBe(400);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain('<h1>The return address is not registered</h1>');
    expect(body).toContain('Reference ref-1');
    expect(body).toContain('<main class="card" data-page="error">');
  });

  it('leads nowhere: no location, refresh, script or link (RFC 9700 §4.11)', () => {
    const received = 'https://evil.example/cb';
    const { headers, body } = problemHtml({ ...problem, details: [{ label: 'redirect_uri', value: received }] });
    expect(Object.keys(headers)).not.toContain('location');
    expect(Object.keys(headers)).not.toContain('refresh');
    expect(body).not.toMatch(/http-equiv|<script|<form|<iframe/i);
    expect(Array.from(body.matchAll(/<a [^>]*href="([^"]*)"/g), ([, href]) => href)).toEqual(['/']);
    expect(body).toContain(`<dd dir="ltr">${received}</dd>`);
  });

  it.each(hostile)('shows %j as text', (value) => {
    const continueTo = { name: value, uri: `https://app.example/?q=${value}` };
    const { body } = problemHtml({ ...problem, reference: value, continueTo, details: [{ label: value, value }] });
    expect(body).not.toMatch(/<(svg\/|img|script|form)/);
    expect(body.match(/<h1>/g)).toHaveLength(1);
    expect(decode(/<dd dir="ltr">([^<]*)<\/dd>/.exec(body)?.[1] ?? '')).toBe(value);
    expect(decode(/<a class="button" href="([^"]*)"/.exec(body)?.[1] ?? '')).toBe(continueTo.uri);
  });

  it('leads on to the application’s home page when it has one', () => {
    const finished = { ...problem, status: 409, problem: 'interaction_finished' } as const;
    const { status, body } = problemHtml({
      ...finished,
      continueTo: { name: 'Web shop', uri: 'https://shop.example/' },
    });
    expect(status).toBe(409);
    expect(body).toContain('<h1>You have already answered</h1>');
    expect(body).toContain('<a class="button" href="https://shop.example/" rel="noreferrer">Go to Web shop</a>');
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', ' https://x.example', '//x.example'])(
    'does not link to %j',
    (uri) => {
      const { body } = problemHtml({ ...problem, continueTo: { name: 'App', uri } });
      expect(Array.from(body.matchAll(/<a [^>]*href="([^"]*)"/g), ([, href]) => href)).toEqual(['/']);
    },
  );

  it('takes further headers, such as Retry-After', () => {
    const { status, headers } = problemHtml(
      { ...problem, status: 429, problem: 'too_many_requests' },
      {
        'retry-after': '900',
      },
    );
    expect(status).toBe(429);
    expect(headers['retry-after']).toBe('900');
    expect(headers['cache-control']).toContain('no-store');
  });

  it('allows no script, form or frame at all', () => {
    const policy = String(problemHtml(problem).headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('script-src');
  });
});

describe('htmlPage', () => {
  it('escapes its title and says its language and direction', () => {
    const { body } = htmlPage({ status: 200, words: () => ({ title: '</title><script>', main: html`<main></main>` }) });
    expect(body).toContain('<html lang="en" dir="ltr">');
    expect(body).toContain('<title>&lt;/title&gt;&lt;script&gt; · Signet</title>');
    expect(body).not.toContain('<script');
  });
});

describe('the page of a tenant (ux §6.2)', () => {
  const css = ':root { --primary: oklch(0.5 0.1 200); }';
  const brand: Brand = {
    tenant: 'acme',
    name: '<Acme>',
    css,
    cssSource: hashOf(css),
    mode: 'system',
    logo: null,
    links: { support: 'mailto:help@acme.test', privacy: 'https://acme.test/privacy', terms: 'javascript:alert(1)' },
  };
  const page = (changes: Partial<Brand> = {}) =>
    problemHtml({ ...problem, frame: { ...plainFrame, brand: { ...brand, ...changes } } });

  it('allows its style by hash, beside the portal’s (security #128)', () => {
    const { headers, body } = page();
    expect(headers['content-security-policy']).toContain(`'sha256-`);
    expect(headers['content-security-policy']).toContain(hashOf(css));
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(body).toContain(`<style>${css}</style>`);
  });

  it('bears the tenant’s name as text, in the title too', () => {
    const { body } = page();
    expect(body).toContain('<title>Problem signing in · &lt;Acme&gt;</title>');
    expect(body).toContain('aria-hidden="true">&lt;</span>&lt;Acme&gt;</header>');
    expect(body).not.toContain('Signet');
  });

  it('links to help and privacy, and to nothing that is no page', () => {
    const { body } = page();
    expect(body).toContain('<a href="mailto:help@acme.test" rel="noreferrer">Help</a>');
    expect(body).toContain('<a href="https://acme.test/privacy" rel="noreferrer">Privacy</a>');
    expect(body).not.toContain('javascript:');
  });

  it.each([
    [
      'both',
      { light: '/branding/acme/l', dark: '/branding/acme/d' },
      'system',
      '<picture><source media="(prefers-color-scheme: dark)" srcset="/branding/acme/d"><img src="/branding/acme/l" alt="&lt;Acme&gt;">',
    ],
    [
      'light alone',
      { light: '/branding/acme/l', dark: null },
      'system',
      '<picture class="plate"><img src="/branding/acme/l"',
    ],
    [
      'both where the tenant decides for dark',
      { light: '/branding/acme/l', dark: '/branding/acme/d' },
      'dark',
      '<picture><img src="/branding/acme/d"',
    ],
    [
      'both where the tenant decides for light',
      { light: '/branding/acme/l', dark: '/branding/acme/d' },
      'light',
      '<picture><img src="/branding/acme/l"',
    ],
  ] as const)('shows its picture: %s', (_, logo, mode, expected) => {
    expect(page({ logo, mode }).body).toContain(expected);
  });
});

describe('the static look', () => {
  it('begins with the tokens of app/tokens.css, which the pages of Next load', () => {
    expect(staticStyle.startsWith(portalCss())).toBe(true);
    expect(readFileSync('app/tokens.css', 'utf8')).toContain(portalCss());
  });

  it('uses no colour of its own', () => {
    expect(staticStyle.slice(portalCss().length)).not.toMatch(/#[0-9a-f]{3}|rgb|oklch|\b(white|black)\b/i);
  });

  it('has the same mark as the pages and the icon', () => {
    const drawing = / d="([^"]+)"/.exec(mark.markup)?.[1] ?? 'none';
    expect(readFileSync('components/ui/logo.tsx', 'utf8')).toContain(drawing);
    expect(readFileSync('public/icon.svg', 'utf8')).toContain(drawing);
  });
});

/** Reads the hidden inputs as a browser would. */
function hiddenInputs(body: string): [string, string][] {
  const inputs = body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  return Array.from(inputs, ([, name = '', value = '']) => [decode(name), decode(value)]);
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function decode(text: string): string {
  return text.replace(/&(?:#(\d+)|(\w+));/g, (_, code: string | undefined, name: string | undefined) =>
    code === undefined ? (named[name ?? ''] ?? '?') : String.fromCharCode(Number(code)),
  );
}

function hashOf(text = ''): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
