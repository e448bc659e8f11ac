import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtures } from '#lib/testing/fixtures';
import { formFields } from '#lib/testing/http-browser';
import { authorizeRequest, createPerson, locationOf, type Person } from '#lib/testing/person';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';

let provider: TestProvider;

beforeAll(async () => {
  provider = await createTestProvider(fixtures);
});

afterAll(() => provider.close());

/** A person at the sign-in page of an application. */
async function arrive(parameters: Record<string, string> = {}): Promise<{ person: Person; path: string }> {
  const person = createPerson(provider);
  const { pathname, search } = new URL(locationOf(await person.get(authorizeRequest(parameters).path)));
  return { person, path: pathname + search };
}

describe('GET /login', () => {
  it('is a page with one form, its module, and no caching', async () => {
    const { person, path } = await arrive();
    const { status, headers, body, ...page } = await person.get(path);
    expect({ status, isPacked: page.isPacked, report: page.report }).toEqual({
      status: 200,
      isPacked: true,
      report: { outcome: 'shown' },
    });
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': expect.stringContaining('no-store'),
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
    });
    expect(body).toContain('<main data-page="login">');
    expect(body).toContain('action="/login/submit"');
    expect(formFields(body).map(([name]) => name)).toEqual(['interaction', 'csrf']);
    // The only style element of the page, which its policy permits.
    expect(body.match(/<style/g)).toHaveLength(1);
  });

  it('has a policy that permits only its own module, new for each answer (CSP 3 §2.3.1)', async () => {
    const { person, path } = await arrive();
    const nonces = new Set<string>();
    for (const { headers, body } of [await person.get(path), await person.get(path)]) {
      const policy = String(headers['content-security-policy']);
      const [, nonce = ''] = /script-src 'nonce-([\w-]{20,})';/.exec(policy) ?? [];
      expect(body.match(/<script\b[^>]*>/g)).toEqual([
        expect.stringMatching(new RegExp(`^<script type="module" src="/_signet/people-\\w+\\.js" nonce="${nonce}">$`)),
      ]);
      expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^ ]+'; /);
      // Chromium applies form-action to every redirect after the POST, and that leads to the client.
      expect(policy).not.toContain('form-action');
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(2);
  });

  it('is in the language of the switch in its footer, keeps it, and stays the same page', async () => {
    const { person, path } = await arrive();
    const { headers, body } = await person.get(`${path}&account=new&locale=de`);
    expect(body).toContain('<html lang="de" dir="ltr">');
    expect(String(headers['set-cookie'])).toMatch(/signet-language=de~/);
    const [, foot = ''] = body.split('data-language');
    const kept = [...foot.matchAll(/<input type="hidden" name="(\w+)"/g)].map(([, name]) => name);
    expect(kept).toEqual(['interaction', 'account']);
    expect((await person.get(path)).body).toContain('<html lang="de" dir="ltr">');
  });

  it('redirects when no sign-in is needed', async () => {
    const { person, path } = await arrive();
    await person.signIn({ status: 303, headers: { location: issuer + path }, body: '' });
    const answer = await person.get(path);
    expect(answer.status).toBe(303);
    expect(locationOf(answer)).toBe(`${issuer}${path.replace('/login', '/consent')}`);
  });

  it('shows the accounts for account=choose, and ignores unknown values', async () => {
    const { person, path } = await arrive();
    await person.signIn({ status: 303, headers: { location: issuer + path }, body: '' });
    expect((await person.get(`${path}&account=choose`)).body).toContain('Alice Smith');
    expect((await person.get(`${path}&account=new`)).status).toBe(200);
    expect((await person.get(`${path}&account=other`)).status).toBe(303);
  });

  it.each([
    ['no interaction', '/login', 400],
    ['one that nobody began', '/login?interaction=made-up', 404],
    ['an unknown one of the maximum length', `/login?interaction=${'x'.repeat(100)}`, 404],
    ['one that is too long', `/login?interaction=${'x'.repeat(101)}`, 400],
    ['two of them', '/login?interaction=a&interaction=b', 400],
    ['a broken query', '/login?interaction=%zz', 400],
  ])('explains what is wrong with %s, with its status', async (_, path, status) => {
    const answer = await createPerson(provider).get(path);
    expect(answer.status).toBe(status);
    expect(answer.body).toContain('<main data-page="error">');
    expect(answer.report).toEqual({ outcome: 'interaction_unknown' });
  });

  it('is only for the browser of the interaction', async () => {
    const { path } = await arrive();
    const answer = await createPerson(provider).get(path);
    expect(answer).toMatchObject({ status: 403, report: { outcome: 'interaction_other_browser' } });
  });
});
