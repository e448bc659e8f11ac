import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import { createTestAdmin, postedForm, type TestAdmin } from '#lib/testing/admin';
import { createPerson, password } from '#lib/testing/person';
import { issuer } from '#lib/testing/provider';
import { createFormToken, findAdminSession, principalOf } from '../access/principal';
import { exportDocument } from './handle-export';
import { importForm, maximumFile } from './import-document';

let area: TestAdmin;
beforeAll(async () => {
  area = await createTestAdmin({
    scopes: [{ name: 'orders', type: 'resource', secrets: [{ value: 'a secret of the API 1' }] }],
    clients: [
      {
        client_id: 'shop',
        client_name: 'Shop',
        redirect_uris: ['https://shop.test/cb'],
        client_secrets: [{ value: 'a secret of the shop 1' }],
        scope: 'openid orders',
      },
    ],
    users: [
      { username: 'root', password, admin: 'owner' },
      { username: 'amos', password, admin: 'auditor' },
    ],
    identity_providers: [
      { name: 'hub', display_name: 'Hub', type: 'github', client_id: 'x', client_secret: 'a secret of the hub' },
    ],
  });
});
afterAll(() => area.close());

const exported = async (withSecrets: boolean, format: 'yaml' | 'json' = 'yaml') => {
  area.provider.advance(1);
  return exportDocument(await area.admin(), { format, withSecrets });
};

const withFile = (content: BlobPart) => ({
  ...postedForm({ document: 'users: []' }),
  file: () => new File([content], 'signet.yaml'),
});

const send = async (fields: Record<string, string | readonly string[]>) =>
  importForm(await area.admin(), postedForm(fields));

async function review(document: string) {
  const answer = await send({ document });
  if (!('review' in answer)) throw new Error('it was imported at once');
  return { seen: answer.review.seen, report: answer.review.document, values: answer.values };
}

describe('exporting', () => {
  it.each(['yaml', 'json'] as const)('as %s omits users and secrets, and is recorded', async (format) => {
    const text = await exported(false, format);
    expect(text).toContain('shop');
    expect(text).not.toMatch(/secrets?"?:|hash|\busers\b|root/);
    const [event] = await listEvents((await area.admin()).db, { types: ['configuration.exported'] }, 1);
    expect(JSON.parse(event?.details ?? '')).toEqual({ format, secrets: false });
  });

  it('with secrets contains hashes and sealed values, never a secret', async () => {
    const text = await exported(true);
    expect(text.match(/hash:/g)).toHaveLength(2);
    expect(text).toMatch(/client_secret:\s+\S/);
    expect(text).not.toMatch(/a secret of/);
  });

  it.each([
    ['an owner with a recent sign-in', 'root', { secrets: 'sealed' }, 200],
    ['an auditor, without secrets', 'amos', {}, 200],
    ['an auditor who asks for secrets', 'amos', { secrets: 'sealed' }, 303],
  ] as const)('as a download by %s', async (_, username, fields, status) => {
    const { provider } = area;
    const person = createPerson(provider);
    await person.signIn(await person.get('/admin/sign-in?to=%2Fadmin'), username);
    const session = await findAdminSession(cookieOf(person), provider.context());
    if (session === null) throw new Error('nobody is signed in');
    const download = async (more = {}) => {
      const csrf = createFormToken(principalOf(session), provider.context());
      return person.submit('admin/settings/export', { csrf, format: 'json', ...fields, ...more });
    };
    const { status: answered, headers } = await download();
    expect(answered).toBe(status);
    if (status === 200) expect(headers['content-disposition']).toBe('attachment; filename="signet.json"');
    if (username !== 'root') return;
    provider.advance(31 * 60);
    const asked = await download();
    expect([asked.status, asked.headers.location]).toEqual([
      303,
      `${issuer}/admin/settings/import-export?confirm=asked`,
    ]);
    expect((await download({ confirm_password: password })).status).toBe(200);
  });
});

function cookieOf({ cookies }: ReturnType<typeof createPerson>): string {
  return [...cookies].map((pair) => pair.join('=')).join('; ');
}

describe('importing', () => {
  it.each([true, false])(
    'what was exported (secrets: %s) changes nothing, and keeps the secrets',
    async (withSecrets) => {
      expect((await review(await exported(withSecrets))).report).toMatchObject({ changes: [] });
    },
  );

  it('shows the plan first, applies it after that, and offers to undo it', async () => {
    const document = (await exported(false)).replace('client_name: Shop', 'client_name: Harbor');
    const { seen, report, values } = await review(document);
    expect(report?.changes).toMatchObject([{ section: 'clients', key: 'shop', kind: 'update' }]);
    expect(report?.changes[0]?.differences).toEqual([{ key: 'client_name', before: 'Shop', after: 'Harbor' }]);
    expect(values).toEqual({ document: [document] });
    const done = await send({ document, seen });
    expect(done).toMatchObject({ goTo: '/admin/settings/import-export', flash: { revision: expect.any(Number) } });
    const { snapshot } = await area.admin();
    expect(snapshot.clients.get('shop')).toMatchObject({ clientName: 'Harbor' });
    expect(snapshot.clients.get('shop')?.secrets).toHaveLength(1);
  });

  it('shows a new plan if something changed since', async () => {
    const document = (await exported(false)).replace('https://shop.test/cb', 'https://shop.test/other');
    const { seen } = await review(document);
    const meanwhile = (await exported(false)).replace('client_name: Harbor', 'client_name: Quay');
    await send({ document: meanwhile, seen: (await review(meanwhile)).seen });
    const answer = await send({ document, seen });
    expect('review' in answer && answer.review.document?.changes[0]?.differences.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['client_name', 'redirect_uris']),
    );
  });

  it('imports a written secret of a provider, as the plan showed it', async () => {
    const secret = 'another secret of the hub';
    const document = `identity_providers: [{ name: hub, display_name: Hub, type: github, client_id: x, client_secret: ${secret} }]`;
    const { seen, report } = await review(document);
    expect(report?.changes).toMatchObject([{ section: 'identity_providers', key: 'hub', kind: 'update' }]);
    expect(await send({ document, seen })).toMatchObject({ flash: { revision: expect.any(Number) } });
    expect((await area.admin()).snapshot.providers.get('hub')?.clientSecret).toBe(secret);
  });

  it('plans a document with thousands of clients', async () => {
    const client = (index: number) =>
      `  - { client_id: c${index}, client_secrets: [{ value: s }], redirect_uris: ["https://a.b/"] }`;
    const document = `clients:\n${Array.from({ length: 5000 }, (_, index) => client(index)).join('\n')}\n`;
    const answer = await importForm(await area.admin(), withFile(document));
    expect('review' in answer && answer.review.document?.changes).toHaveLength(5000);
  });

  it('keeps a long document while the plan is shown', async () => {
    const document = `${await exported(false)}${'# a comment\n'.repeat(12_000)}`;
    const answer = await importForm(await area.admin(), withFile(document));
    if (!('review' in answer)) throw new Error('it was imported at once');
    expect(answer.values.document?.length).toBeGreaterThan(1);
    expect(answer.values.document?.join('')).toBe(document);
    expect(await send({ document: answer.values.document ?? [] })).toMatchObject({ review: {} });
    await expect(send({ document })).rejects.toMatchObject({ fields: [{ code: 'import_too_long' }] });
  });

  it('splits a long document neither within a character nor within a line ending', async () => {
    const start = await exported(false);
    const lines = `${start}${'#'.repeat(29_999 - start.length)}\u{1f511}\r\n${'# a\r\n'.repeat(10_000)}`;
    const answer = await importForm(await area.admin(), withFile(lines));
    const parts = 'review' in answer ? (answer.values.document ?? []) : [];
    expect(parts.length).toBeGreaterThan(1);
    // As a browser sends the parts.
    const sent = parts.map((part) => new TextDecoder().decode(new TextEncoder().encode(part)).replaceAll('\n', '\r\n'));
    const again = await send({ document: sent });
    expect('review' in again && again.values.document).toEqual(parts);
  });

  it.each([
    ['nothing', { document: ' ' }, { code: 'import_missing' }],
    ['users', { document: 'users: [{ username: eve }]' }, { code: 'import_users' }],
    ['invalid YAML', { document: 'clients: [' }, { code: 'import_problem', facts: { line: 1 } }],
    [
      'a wrong value',
      { document: 'clients:\n  - client_id: x\n    enabled: 7\n' },
      { facts: { line: 3, path: 'clients[0].enabled' } },
    ],
  ])('refuses %s and shows its location', async (_, fields, problem) => {
    await expect(send(fields)).rejects.toMatchObject({ code: 'invalid', fields: [problem] });
  });

  it('prefers a file to the text, and refuses one that is too large', async () => {
    const admin = await area.admin();
    await expect(importForm(admin, withFile('portal: {}'))).resolves.toMatchObject({ review: {} });
    await expect(importForm(admin, withFile('\ufeffportal: {}'))).resolves.toMatchObject({ review: {} });
    await expect(importForm(admin, withFile('x'.repeat(maximumFile + 1)))).rejects.toMatchObject({
      fields: [{ code: 'import_too_large' }],
    });
  });

  it('refuses a file that is not UTF-8, as the command line does', async () => {
    const latin = Buffer.from('tenants: [{ name: a, display_name: Köln }]', 'latin1');
    await expect(importForm(await area.admin(), withFile(new Uint8Array(latin)))).rejects.toMatchObject({
      fields: [{ code: 'import_encoding' }],
    });
  });
});
