import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountHolder, signInToAccount } from '#lib/testing/account';
import { fixtures } from '#lib/testing/fixtures';
import { password } from '#lib/testing/person';
import { createTestProvider, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { takeMails } from '#lib/testing/queued-mails';
import { cookieHeaderOf } from '#lib/testing/sign-out';
import { createAuthenticator } from '#lib/testing/software-authenticator';
import { readAuthenticator } from './factors/read';
import { accountFormToken } from './person';

const mailing = { SMTP_URL: 'smtp://127.0.0.1:1', SIGNET_MAIL_FROM: 'id@op.test' };
const german = { 'accept-language': 'de-CH,de;q=0.9' };
const key = createAuthenticator({ origin: issuer });
let provider: TestProvider;

beforeAll(async () => {
  provider = await createTestProvider(
    {
      ...fixtures,
      users: [
        { username: 'anna', password, claims: { email: 'anna@example.com', email_verified: true } },
        { username: 'ada', password, claims: { email: 'ada@example.com', email_verified: true, locale: 'fr' } },
      ],
    },
    mailing,
  );
});
afterAll(() => provider.close());

/** The setup of an authenticator app, with its code. */
async function appOf(holder: AccountHolder): Promise<FormFields> {
  const { setup } = await readAuthenticator(await holder.session(), {}, provider.context());
  if (setup === null) throw new Error('there is an app already');
  const secret = setup.key.replaceAll(' ', '');
  return { setup: setup.setup, code: new TOTP({ secret }).generate({ timestamp: provider.context().now.getTime() }) };
}

async function passkeyOf(holder: AccountHolder): Promise<FormFields> {
  const csrf = accountFormToken(await holder.session(), provider.context());
  const headers = { origin: issuer, cookie: cookieHeaderOf(holder) };
  const { body } = await provider.post('/account/passkeys/challenge', { csrf }, headers);
  return { passkey: key.create(JSON.parse(body)) };
}

type Step = readonly [page: string, kind: string, fields: (holder: AccountHolder) => Promise<FormFields>];

/** Each form that tells the person, in an order in which each has something to do. */
const steps: readonly Step[] = [
  ['authenticator', 'factor_added', async (holder) => ({ ...(await appOf(holder)), decision: 'save' })],
  ['recovery-codes', 'factor_added', async () => ({ decision: 'renew' })],
  ['passkeys/new', 'factor_added', async (holder) => ({ ...(await passkeyOf(holder)), decision: 'save' })],
  ['passkeys/ID', 'factor_removed', async () => ({ decision: 'remove', confirmed: '1' })],
  ['authenticator', 'factor_removed', async () => ({ decision: 'remove', confirmed: '1' })],
  ['password', 'password_changed', async () => ({ new_password: 'a brand new secret of mine', decision: 'save' })],
];

describe('the mails about a change on the pages of the account', () => {
  it.each([
    ['of the pages, without a language of their own', 'anna', 'de'],
    ['of their own', 'ada', 'fr'],
  ])('are in the language %s', async (_, username, locale) => {
    const holder = await signInToAccount(provider, username);
    await takeMails(provider.context());
    for (const [page, kind, fields] of steps) {
      const { sub } = await holder.session();
      const [passkey] = await provider.context().db.passkey.findMany({ where: { sub }, select: { id: true } });
      await holder.send(`account/${page.replace('ID', passkey?.id ?? '')}`, await fields(holder), german);
      expect(await takeMails(provider.context()), page).toMatchObject([{ kind, locale }]);
    }
  });
});
