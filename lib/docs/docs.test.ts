import { readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { contents } from './contents';
import { readReference } from './reference/read-reference';

const files = readdirSync('docs')
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.slice(0, -'.md'.length));

describe('the documentation at /docs', () => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await createTestProvider({});
  });
  afterAll(() => provider.close());

  it('lists every document once, starting with the four ways to start', () => {
    const listed = contents.flatMap(({ pages }) => pages);
    expect(listed.filter((name) => name !== 'api').toSorted()).toEqual(files.toSorted());
    expect(contents[0]?.pages).toEqual(['start-people', 'start-devices', 'start-administrators', 'start-developers']);
  });

  it.each(['', ...files, 'api', 'api-clients', 'api-users'])('/docs/%s is a whole page', async (name) => {
    const { status, headers, body } = await provider.send(name === '' ? '/docs' : `/docs/${name}`);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain('<html lang="en" dir="ltr">');
    expect(body.match(/<h1\b/g)).toHaveLength(1);
    expect(body.match(/<title>/g)).toHaveLength(1);
    expect(body).toMatch(/<meta name="description" content="[^"]{10,}"/);
    expect(body).toContain(`<link rel="canonical" href="${issuer}/docs${name === '' ? '' : `/${name}`}"/>`);
    const ids = [...body.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids).toEqual([...new Set(ids)]);
    expect(body).not.toContain('\uE000');
    expect(gzipSync(body).length).toBeLessThan(name === 'protocol' ? 50_000 : 34_000);
  });

  it('links only to existing pages and headings, from every page', async () => {
    const names = [...files, 'api', ...readReference(issuer).map((page) => page.name)];
    const bodies = new Map<string, string>();
    for (const name of ['', ...names]) {
      const path = name === '' ? '/docs' : `/docs/${name}`;
      bodies.set(path, (await provider.send(path)).body);
    }
    const broken = [...bodies].flatMap(([path, body]) =>
      [...body.matchAll(/ href="((?:\/docs|#)[^"]*)"/g)].flatMap(([, href = '']) => {
        const [target = '', id] = href.split('#');
        const page = bodies.get(target === '' ? path : target);
        return page !== undefined && (id === undefined || page.includes(` id="${id}"`)) ? [] : [`${path} → ${href}`];
      }),
    );
    expect(broken).toEqual([]);
  });

  it('is cached by a browser that revalidates it (RFC 9110 §13.1.2)', async () => {
    const { headers } = await provider.send('/docs/mail');
    expect(headers['cache-control']).toBe('no-cache');
    const again = await provider.send('/docs/mail', { headers: { 'if-none-match': `"x", ${headers.etag}` } });
    expect(again).toMatchObject({ status: 304, body: '', headers: { etag: headers.etag } });
    const other = await provider.send('/docs/mail', { headers: { 'if-none-match': '"x"' } });
    expect(other.status).toBe(200);
  });

  it('allows only its own style and script, and no frame', async () => {
    const policy = String((await provider.send('/docs/mail')).headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^ ]+'; script-src 'self'; /);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self'");
  });

  it('names the issuer of the installation in its examples', async () => {
    const { body } = await provider.send('/docs/start-developers');
    expect(body).toContain(`<code>${issuer}</code>`);
    expect(body).not.toContain('id.example.com');
  });

  it.each(['nothing', 'Mail', 'mail.md', '..%2Fmail', 'constructor', 'api-nothing'])('has no page %s', async (name) => {
    expect((await provider.send(`/docs/${name}`)).status).toBe(404);
  });

  it('ranks matches in headings above matches in text', async () => {
    const { body } = await provider.send('/docs?q=device+authorization');
    const [first] = body.matchAll(/<li><a class="[^"]*font-semibold[^"]*" href="([^"]*)"/g);
    expect(first?.[1]).toBe('/docs/protocol#device-authorization');
    expect(body).toContain('<mark ');
  });

  it('finds the guide of a library before pages that only mention it', async () => {
    const { body } = await provider.send('/docs?q=React');
    const [first] = body.matchAll(/<li><a class="[^"]*font-semibold[^"]*" href="([^"]*)"/g);
    expect(first?.[1]).toBe('/docs/clients#react-react-oidc-context');
  });

  it('finds operations of the admin API', async () => {
    expect((await provider.send('/docs?q=restore+revision')).body).toContain('href="/docs/api-revisions#');
  });

  it.each(['back-channel', '/connect/token'])('finds %s, which contains special characters', async (text) => {
    const { status, body } = await provider.send(`/docs?q=${encodeURIComponent(text)}`);
    expect(status).toBe(200);
    expect(body).toContain(`>${text}</mark>`);
  });

  it.each(['adminAction', 'glossary', 'plain English'])(
    'finds %s on no page about the project itself',
    async (text) => {
      const { body } = await provider.send(`/docs?q=${encodeURIComponent(text)}`);
      const found = [...body.matchAll(/<li><a class="[^"]*font-semibold[^"]*" href="\/docs\/([^"#]*)/g)];
      const project = new Set(contents.at(-1)?.pages);
      expect(project).toContain('contributing');
      expect(found.filter(([, page = '']) => project.has(page))).toEqual([]);
    },
  );

  it('suggests words when nothing was found', async () => {
    const { status, body } = await provider.send('/docs?q=introspektion');
    expect(status).toBe(200);
    expect(body).toContain('Did you mean');
    expect(body).toContain('href="/docs?q=introspection"');
  });

  it.each(['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '(((', '\\', '$&'])(
    'shows a search for %s as text (security #130)',
    async (text) => {
      const { status, body } = await provider.send(`/docs?q=${encodeURIComponent(text)}`);
      expect(status).toBe(200);
      expect(body).not.toMatch(/<script>|<img src=x/);
    },
  );

  it('refuses a search of more than 100 characters, and treats an empty one as none', async () => {
    const { status, body } = await provider.send(`/docs?q=${'x'.repeat(101)}`);
    expect(status).toBe(400);
    expect(body).toContain('Enter at most 100 characters.');
    expect((await provider.send('/docs?q=+')).body).toContain('<h2');
  });

  it('does not exist when it is off', async () => {
    const off = await createTestProvider({}, { SIGNET_DOCS: 'off' });
    for (const path of ['/docs', '/docs?q=mail', '/docs/mail', '/docs/api']) {
      expect((await off.send(path)).status).toBe(404);
    }
    await off.close();
  });
});
