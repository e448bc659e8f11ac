import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Brand, plainFrame } from '#lib/theme/brand';
import { formPostHtml, leaveHtml, problemHtml, recoveryCodesHtml } from './html';
import type { ProblemModel } from './page-models';

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

const frame = plainFrame;

const home = { app: 'App', uri: 'https://app.example/', host: 'app.example', isVouched: true };

const problem: ProblemModel = {
  status: 400,
  problem: 'invalid_redirect_uri',
  reference: 'ref-1',
  continueTo: null,
  details: [],
  frame: plainFrame,
};

describe('formPostHtml', () => {
  it.each(hostile)('carries %j as a value and nothing else (Form Post Response Mode §2, security #17)', (value) => {
    const { body } = formPostHtml({ action: 'https://app.example/cb', fields: [['state', value]], frame });
    expect(hiddenInputs(body)).toEqual([['state', value]]);
    expect(body.match(/<form/g)).toHaveLength(1);
    expect(body.match(/<script/g)).toHaveLength(1);
  });

  it.each(hostile)('keeps %j inside the action and inside a field name', (value) => {
    const { body } = formPostHtml({ action: `https://app.example/${value}`, fields: [[value, 'x']], frame });
    expect(decode(/<form action="([^"]*)" method="post">/.exec(body)?.[1] ?? '')).toBe(`https://app.example/${value}`);
    expect(hiddenInputs(body)).toEqual([[value, 'x']]);
  });

  it('posts every parameter in order, and has a button for browsers without scripts', () => {
    const fields = [
      ['code', 'abc'],
      ['state', 'xyz'],
      ['iss', 'https://id.example'],
    ] as const;
    const { status, body } = formPostHtml({ action: 'https://app.example/cb?a=1&b=2', fields, frame });
    expect(status).toBe(200);
    expect(hiddenInputs(body)).toEqual(fields);
    expect(body).toContain('action="https://app.example/cb?a=1&amp;b=2"');
    expect(body).toMatch(/<noscript><button type="submit" class="[^"]*">Continue<\/button><\/noscript>/);
  });

  it('allows only its own script and style, by hash, and no frame (CSP 3 §2.3.1)', () => {
    const { headers, body } = formPostHtml({ action: 'https://app.example/cb', fields: [], frame });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`script-src '${hashOf(/<script>(.*?)<\/script>/s.exec(body)?.[1])}'`);
    expect(policy).toContain(`style-src '${hashOf(/<style>(.*?)<\/style>/s.exec(body)?.[1])}'`);
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  });

  it('names no form-action, which Chromium would apply to the application’s own redirects (security #24)', () => {
    const { headers } = formPostHtml({ action: 'https://app.example/cb', fields: [], frame });
    expect(headers['content-security-policy']).not.toContain('form-action');
  });

  it('is never cached and sends no referrer (RFC 9700 §4.2.4)', () => {
    const { headers } = formPostHtml({ action: 'https://app.example/cb', fields: [], frame });
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
  it('answers with the status, the text of the catalog and the reference', () => {
    const { status, headers, body } = problemHtml(problem);
    expect(status).toBe(400);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toMatch(/<h1[^>]*>We can’t send you back to the app<\/h1>/);
    expect(body).toContain('Reference ref-1');
    expect(body).toContain('<main data-page="error">');
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
    const continueTo = { ...home, app: value, uri: `https://app.example/?q=${value}` };
    const { body } = problemHtml({ ...problem, reference: value, continueTo, details: [{ label: value, value }] });
    expect(body).not.toMatch(/<(svg\/|img|script|form)/);
    expect(body.match(/<h1[ >]/g)).toHaveLength(1);
    expect(decode(/<dd dir="ltr">([^<]*)<\/dd>/.exec(body)?.[1] ?? '')).toBe(value);
    expect(decode(/<main.*?<a class="[^"]*" href="([^"]*)"/s.exec(body)?.[1] ?? '')).toBe(continueTo.uri);
  });

  it('links to the application’s home page when it has one', () => {
    const finished = { ...problem, status: 409, problem: 'interaction_finished' } as const;
    const { status, body } = problemHtml({
      ...finished,
      continueTo: { ...home, app: 'Web shop', uri: 'https://shop.example/' },
    });
    expect(status).toBe(409);
    expect(body).toMatch(/<h1[^>]*>You’ve already finished this step<\/h1>/);
    expect(body).toMatch(/<a class="[^"]*" href="https:\/\/shop.example\/" rel="noreferrer">Return to Web shop<\/a>/);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', ' https://x.example', '//x.example'])(
    'does not link to %j',
    (uri) => {
      const { body } = problemHtml({ ...problem, continueTo: { ...home, uri } });
      expect(Array.from(body.matchAll(/<a [^>]*href="([^"]*)"/g), ([, href]) => href)).toEqual(['/']);
    },
  );

  it('accepts further headers, such as Retry-After', () => {
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

const stranger = { app: 'Shop', uri: 'https://shop.example/cb', host: 'shop.example', isVouched: false };
const leaving = { frame, to: stranger, details: [{ label: 'error', value: 'invalid_scope' }] };

describe('leaveHtml', () => {
  it('names the host and leads there only by a link (RFC 9700 §4.11.2, security #5)', () => {
    const { status, headers, body } = leaveHtml({
      ...leaving,
      departure: { href: 'https://shop.example/cb?error=x&a=1' },
    });
    expect([status, headers.location, headers.refresh]).toEqual([400, undefined, undefined]);
    expect(body).toContain('wants to send you to shop.example');
    expect(body).toContain('href="https://shop.example/cb?error=x&amp;a=1" rel="noreferrer">');
    expect(body).not.toContain('<script');
    expect(headers['content-security-policy']).toContain("form-action 'none'");
  });

  it('leads there by a button for a form_post, which no script presses', () => {
    const departure = { action: 'https://shop.example/cb', fields: [['error', 'x']] } as const;
    const { headers, body } = leaveHtml({ ...leaving, departure });
    expect(body).toContain('<form action="https://shop.example/cb" method="post">');
    expect(body).toContain('<input type="hidden" name="error" value="x"/>');
    expect(body).not.toContain('<script');
    expect(headers['content-security-policy']).not.toContain('form-action');
  });

  it('shows the application’s own data as text', () => {
    const evil = '"><svg/onload=1>';
    const departure = { action: evil, fields: [[evil, evil]] } as const;
    const { body } = leaveHtml({
      to: { ...stranger, app: evil, host: evil },
      departure,
      details: [{ label: evil, value: evil }],
      frame,
    });
    expect(body).not.toContain('<svg/');
  });
});

describe('recoveryCodesHtml', () => {
  const next = { kind: 'form', action: '/login/enrol/submit', interaction: 'i', csrf: 'c' } as const;
  const createdAt = new Date('2026-03-02T12:00:00Z');
  const account = { issuer: 'https://id.example.com', username: 'ada', createdAt, timeZone: 'Pacific/Auckland' };
  const page = recoveryCodesHtml({ codes: ['abcde-fghjk'], account, frame: plainFrame, page: 'enrol', next });

  it('sends its form with our origin, which is checked (security #100)', () => {
    expect(page.headers['referrer-policy']).toBe('same-origin');
  });

  it('says where, whose and since which day of theirs, on paper and in the file', () => {
    const facts = /<ul id="code-facts".*?<\/ul>/.exec(page.body)?.[0].replace(/<[^>]*>/g, ' ') ?? '';
    expect(facts.replace(/\s+/g, ' ').trim()).toBe('https:// id. example. com ada Created March 3, 2026');
    expect(page.body).toContain('download="recovery-codes-id.example.com.txt"');
  });
});

describe('every page', () => {
  it('declares its language and direction', () => {
    expect(problemHtml(problem).body).toMatch(
      /^<!doctype html><html lang="en" dir="ltr"><head><meta charSet="utf-8"\/>/,
    );
    expect(problemHtml(problem).bodyIn('ar')).toMatch(/^<!doctype html><html lang="ar" dir="rtl">/);
  });

  it('has the style of the components that it shows', () => {
    const pages = [
      problemHtml(problem),
      leaveHtml({ to: home, departure: { action: 'x:', fields: [] }, details: [], frame }),
    ];
    for (const { body } of pages) {
      const style = /<style>(.*?)<\/style>/s.exec(body)?.[1] ?? '';
      expect(style).toContain('rounded-card');
      expect(style).toContain('--primary:');
    }
  });
});

describe('the page of a tenant (ux §6.2)', () => {
  const css = ':root { --primary: oklch(0.5 0.1 200); }';
  const brand: Brand = {
    tenant: 'acme',
    name: '<Acme>',
    style: { css, source: `'${hashOf(css)}'` },
    mode: 'system',
    bars: { light: 'oklch(1 0 0)', dark: 'oklch(0 0 0)' },
    icon: null,
    texts: null,
    logo: null,
    links: { support: 'mailto:help@acme.test', privacy: 'https://acme.test/privacy', terms: 'javascript:alert(1)' },
  };
  const page = (changes: Partial<Brand> = {}) =>
    problemHtml({ ...problem, frame: { ...plainFrame, brand: { ...brand, ...changes } } });

  it('allows its style by hash, along with the portal’s (security #128)', () => {
    const { headers, body } = page();
    expect(headers['content-security-policy']).toContain(`'sha256-`);
    expect(headers['content-security-policy']).toContain(hashOf(css));
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(body).toContain(`<style>${css}</style>`);
  });

  it('shows the tenant’s name as text, in the title too', () => {
    const { body } = page();
    expect(body).toContain('<title>Problem signing in · &lt;Acme&gt;</title>');
    expect(body).toMatch(/<span aria-hidden="true"[^>]*>&lt;<\/span>&lt;Acme&gt;<\/span><\/header>/);
    expect(body).not.toContain('Signet');
  });

  it('has one icon in its head: the tenant’s, else the portal’s', () => {
    const icons = (body: string) => body.split('</head>')[0]?.match(/<link rel="icon"[^>]*>/g);
    expect(icons(page().body)).toEqual(['<link rel="icon" href="/icon.svg" type="image/svg+xml"/>']);
    const own = page({ icon: '/branding/acme/i' }).body;
    expect(icons(own)).toEqual(['<link rel="icon" href="/branding/acme/i" type="image/png"/>']);
    expect(own.match(/rel="icon"/g)).toHaveLength(1);
  });

  it('links to help and privacy only if they are pages', () => {
    const { body } = page();
    expect(body).toMatch(/<a href="mailto:help@acme.test"[^>]* rel="noreferrer"[^>]*>Help<\/a>/);
    expect(body).toMatch(/<a href="https:\/\/acme.test\/privacy"[^>]* rel="noreferrer"[^>]*>Privacy<\/a>/);
    expect(body).not.toContain('javascript:');
  });

  it.each([
    [
      'both',
      { light: '/branding/acme/l', dark: '/branding/acme/d' },
      'system',
      '<source media="(prefers-color-scheme: dark)" srcSet="/branding/acme/d"/><img src="/branding/acme/l" alt="&lt;Acme&gt;"',
    ],
    [
      'light alone',
      { light: '/branding/acme/l', dark: null },
      'system',
      'bg-plate px-2 py-1"><img src="/branding/acme/l"',
    ],
    [
      'both where the tenant decides for dark',
      { light: '/branding/acme/l', dark: '/branding/acme/d' },
      'dark',
      '<picture class="inline-block"><img src="/branding/acme/d"',
    ],
    [
      'both where the tenant decides for light',
      { light: '/branding/acme/l', dark: '/branding/acme/d' },
      'light',
      '<picture class="inline-block"><img src="/branding/acme/l"',
    ],
  ] as const)('shows its picture: %s', (_, logo, mode, expected) => {
    expect(page({ logo, mode }).body).toContain(expected);
  });
});

/** Reads the hidden inputs as a browser would. */
function hiddenInputs(body: string): [string, string][] {
  const inputs = body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"\/>/g);
  return Array.from(inputs, ([, name = '', value = '']) => [decode(name), decode(value)]);
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function decode(text: string): string {
  return text.replace(/&(?:#(x?[\da-f]+)|(\w+));/g, (_, code: string | undefined, name: string | undefined) =>
    code === undefined ? (named[name ?? ''] ?? '?') : String.fromCharCode(Number(code.replace('x', '0x'))),
  );
}

function hashOf(text = ''): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
