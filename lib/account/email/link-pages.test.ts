import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HttpResponse } from '#lib/http/types';
import { addressRequest } from '#lib/testing/address-request';
import { createTestProvider, encodeForm, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { takeMails, tokenIn } from '#lib/testing/queued-mails';
import { startEmailChange } from './change-email';
import { handleUndoSubmit, handleVerifySubmit, readUndoPage, readVerifyPage } from './link-pages';

let provider: TestProvider;
let name: string;
let names = 0;

beforeAll(async () => {
  provider = await createTestProvider({}, { SMTP_URL: 'smtp://127.0.0.1:1', SIGNET_MAIL_FROM: 'id@op.test' });
});
afterAll(() => provider.close());
beforeEach(async () => {
  name = `alice${++names}`;
  const claims = { email: `${name}@old.test`, email_verified: true };
  await provider.configure({ users: [{ username: name, claims }] });
  await takeMails(provider.context());
});

type Page = 'verify' | 'undo';
const handlers = { verify: handleVerifySubmit, undo: handleUndoSubmit };
const pages = { verify: readVerifyPage, undo: readUndoPage };

/** Posts the form of the page, from that page unless the headers say otherwise. */
function submit(page: Page, fields: FormFields, headers: Record<string, string> = { origin: issuer }) {
  const form = { 'content-type': 'application/x-www-form-urlencoded', ...headers };
  const request = { method: 'POST', path: `/${page}/submit`, query: '', clientAddress: '192.0.2.1' };
  const body = encodeForm({ decision: 'continue', ...fields });
  return handlers[page]({ ...request, headers: form, body }, provider.context());
}

const shown = async (page: Page, token: string) => (await pages[page](provider.context(), { token, done: null })).page;
const answered = ({ status, headers }: HttpResponse) => [status, headers.location, headers['set-cookie']];

/** The token of a mailed link that verifies a new address or undoes its change. */
async function mailedLink(page: Page): Promise<string> {
  const request = await addressRequest(provider, name, `192.0.2.${names}`);
  await startEmailChange(`new@${name}.test`, request, provider.context());
  const token = tokenIn((await takeMails(provider.context()))[0]);
  if (page === 'verify') return token;
  await submit('verify', { token });
  return tokenIn((await takeMails(provider.context())).find(({ values }) => 'undo' in values));
}

describe.each([
  ['verify', '/verify?done=1'],
  ['undo', '/undo?done=mailed'],
] as const)('the form of /%s', (page, done) => {
  it('uses its link once, without a sign-in', async () => {
    const token = await mailedLink(page);
    expect(answered(await submit(page, { token }))).toEqual([303, `${issuer}${done}`, undefined]);
    expect(await shown(page, token)).toBe(`${page}-invalid`);
    expect(answered(await submit(page, { token }))).toEqual([303, `${issuer}/${page}`, undefined]);
  });

  it('does not use up the link of a disabled account, which works once the account is enabled (security #90)', async () => {
    const token = await mailedLink(page);
    const enable = (enabled: boolean) =>
      provider.context().db.user.updateMany({ where: { username: name }, data: { enabled } });
    await enable(false);
    expect(answered(await submit(page, { token }))).toEqual([303, `${issuer}/${page}`, undefined]);
    expect(await shown(page, token)).toBe(`${page}-invalid`);
    await enable(true);
    expect(await shown(page, token)).toBe(`${page}-email`);
    expect(answered(await submit(page, { token }))).toEqual([303, `${issuer}${done}`, undefined]);
  });

  it.each(['other', '', undefined])('does nothing for the decision %j', async (decision) => {
    const token = await mailedLink(page);
    expect((await submit(page, { token, decision })).status).toBe(400);
    expect(await shown(page, token)).toBe(`${page}-email`);
  });

  it.each([[{}], [{ origin: 'https://evil.example' }], [{ origin: 'null' }]])(
    'is refused from another site, and leaves its link usable: %j (security #100)',
    async (headers) => {
      const token = await mailedLink(page);
      expect((await submit(page, { token }, headers)).status).toBe(403);
      expect(await shown(page, token)).toBe(`${page}-email`);
    },
  );
});

describe('the page /verify', () => {
  it('shows whether the address replaces another one', async () => {
    const token = await mailedLink('verify');
    expect(await readVerifyPage(provider.context(), { token, done: null })).toMatchObject({ isChange: true });
  });

  it('says that other sessions ended, and shows no other text from its address', async () => {
    for (const [done, hasSignedOut] of [
      ['signed_out', true],
      ['1', false],
      ['<b>', false],
    ] as const) {
      expect(await readVerifyPage(provider.context(), { token: null, done })).toMatchObject({ hasSignedOut });
    }
  });
});
