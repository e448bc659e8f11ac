import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AccountHolder, answerKept, signInToAccount } from '#lib/testing/account';
import { fixtures } from '#lib/testing/fixtures';
import { locationOf, password } from '#lib/testing/person';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { takeMails } from '#lib/testing/queued-mails';
import { readEmail } from './change-email';

let provider: TestProvider;
let holder: AccountHolder;
let names = 0;
beforeAll(async () => {
  provider = await createTestProvider(fixtures, { SMTP_URL: 'smtp://127.0.0.1:1', SIGNET_MAIL_FROM: 'id@op.test' });
});
afterAll(() => provider.close());
beforeEach(async () => {
  const username = `pat${++names}`;
  const claims = { email: `${username}@old.test`, email_verified: true };
  await provider.configure({ ...fixtures, users: [{ username, password, claims }] });
  holder = await signInToAccount(provider, username);
  await takeMails(provider.context());
});

const send = async (fields: Record<string, string>) => {
  const { sub } = await holder.session();
  return answerKept(provider, await holder.send('account/email', fields), sub);
};
const page = async () => readEmail((await holder.session()).user, provider.context());

describe('the page of the email address', () => {
  it('mails a link, and shows the change until it is canceled', async () => {
    const email = `new${names}@example.com`;
    expect(await send({ email, decision: 'save' })).toMatchObject({ path: '/account/email', kept: { kind: 'done' } });
    expect(await takeMails(provider.context())).toMatchObject([{ kind: 'verify_email', to: email }]);
    expect(await page()).toMatchObject({ email: `pat${names}@old.test`, isVerified: true, waiting: email });
    await send({ decision: 'resend' });
    expect(await takeMails(provider.context())).toMatchObject([{ kind: 'verify_email', to: email }]);
    await send({ decision: 'cancel_change' });
    expect(await page()).toMatchObject({ waiting: null });
  });

  it.each([
    ['an invalid address', 'nobody', 'email_invalid'],
    ['a very long address', `${'x'.repeat(250)}@example.com`, 'email_invalid'],
    ['nothing', '', 'email_invalid'],
  ])('refuses %s at its field', async (_, email, problem) => {
    const { path, kept } = await send({ email, decision: 'save' });
    expect([path, kept]).toMatchObject([
      '/account/email',
      { kind: 'problem', field: 'email', words: { key: `account.email.problem.${problem}` } },
    ]);
  });

  it('mails nothing while a role waits for another password (security #161)', async () => {
    const { db } = provider.context();
    const { sub } = await holder.session();
    await db.user.update({ where: { sub }, data: { admin: 'owner', passwordCarries: null } });
    expect((await send({ email: 'new@example.com', decision: 'save' })).kept).toMatchObject({
      words: { key: 'account.email.problem.password_due' },
    });
    expect(await takeMails(provider.context())).toEqual([]);
  });

  it('sends nothing again without a change', async () => {
    expect((await send({ decision: 'resend' })).kept).toMatchObject({
      words: { key: 'account.email.problem.no_change' },
    });
    expect((await holder.send('account/email', { decision: 'other' })).status).toBe(400);
  });

  it('asks for a new sign-in after a while, and keeps the address (security #183)', async () => {
    provider.advance(2 * 3600);
    const answer = await holder.send('account/email', { email: 'new@example.com', decision: 'save' });
    expect(locationOf(answer)).toMatch(/\/login\?interaction=/);
    expect(await takeMails(provider.context())).toEqual([]);
    const back = await holder.signIn(answer, `pat${names}`);
    const { sub } = await holder.session();
    expect(answerKept(provider, back, sub).kept).toEqual({ kind: 'typed', typed: { email: 'new@example.com' } });
  });
});
