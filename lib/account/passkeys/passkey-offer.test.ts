import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type AccountHolder, signInToAccount } from '#lib/testing/account';
import { fixtures } from '#lib/testing/fixtures';
import { givePasskey } from '#lib/testing/passkey-holder';
import { createPerson, locationOf } from '#lib/testing/person';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { takeMails, tokenIn } from '#lib/testing/queued-mails';
import { createAuthenticator } from '#lib/testing/software-authenticator';
import { readNotices } from '../home/read';
import { findPasskeyOffer } from './passkey-offer';

const mailing = { SMTP_URL: 'smtp://127.0.0.1:1', SIGNET_MAIL_FROM: 'id@op.test' };

let provider: TestProvider;
let bob: AccountHolder;
beforeEach(async () => {
  await provider?.close();
  provider = await createTestProvider(fixtures, mailing);
  bob = await signInToAccount(provider, 'bob');
});
afterAll(() => provider.close());

/** Recovers the account of Alice. */
async function recover(new_password = 'purple otter counts seventeen clocks'): Promise<string> {
  await provider.post('/recover/submit', { identifier: 'alice', decision: 'continue' }, { origin: issuer });
  const token = tokenIn((await takeMails(provider.context())).find(({ kind }) => kind === 'recover'));
  const fields = { token, new_password, decision: 'continue' };
  await provider.post('/recover/reset/submit', fields, { origin: issuer });
  return new_password;
}

/** The same, and signs in with the new password. */
async function recoverAndSignIn(): Promise<AccountHolder> {
  const password = await recover();
  const person = createPerson(provider);
  await person.signIn(await person.get('/account/sign-in?to=%2Faccount'), 'alice', { password });
  return signInToAccount(provider, 'alice', person);
}

const offerTo = async (holder: AccountHolder) => findPasskeyOffer(await holder.session(), provider.context());

describe('a passkey (ux §1.12.3)', () => {
  it('is offered after a recovery, until the person declines', async () => {
    const alice = await recoverAndSignIn();
    const offer = await offerTo(alice);
    expect(offer).not.toBeNull();
    const kinds = (await readNotices(await alice.session(), 'en', provider.context())).map(({ key }) => key);
    expect(kinds).toContain('account.notices.kinds.password_changed');
    expect(kinds.join()).not.toContain('passkey_offer');
    await bob.send('account/notices', { notices: offer ?? '', decision: 'decline' });
    expect(await offerTo(alice)).toBe(offer);
    const answer = await alice.send('account/notices', { notices: offer ?? '', decision: 'decline' });
    expect(locationOf(answer)).toBe(`${issuer}/account`);
    expect(await offerTo(alice)).toBeNull();
  });

  it('is not offered without a recovery', async () => {
    await recover();
    expect(await offerTo(bob)).toBeNull();
  });

  it('is not offered if the account has one', async () => {
    const alice = await recoverAndSignIn();
    await givePasskey(provider, createAuthenticator({ origin: issuer }));
    expect(await offerTo(alice)).toBeNull();
  });

  it('is not offered where passkeys are off', async () => {
    const alice = await (await recoverAndSignIn()).session();
    expect(await findPasskeyOffer(alice, provider.context())).not.toBeNull();
    await provider.configure({ ...fixtures, portal: { passkeys: 'off' } });
    expect(await findPasskeyOffer(alice, provider.context())).toBeNull();
  });

  it('is offered once, regardless of the number of recoveries', async () => {
    await recover();
    await recover('another otter counts eleven clocks');
    expect(await provider.context().db.accountNotice.count({ where: { kind: 'passkey_offer' } })).toBe(1);
  });
});
