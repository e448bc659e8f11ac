import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteAccount } from '#lib/admin/users/change-account';
import { getUser, userVersion } from '#lib/admin/users/read';
import { createAccount } from '#lib/admin/users/save-user';
import type { HttpResponse } from '#lib/http/types';
import { rotateKeys } from '#lib/keys/rotate-keys';
import { actAs, subOf } from './administrator';
import { approvedDevice, deviceFixtures, pollDevice, reachConfirm, seeDevicePage, startDevice } from './device';
import { type FailingWrites, openFailingWrites, writesBetween } from './failing-writes';
import { issueCode, redeem, refresh, secrets } from './fixtures';
import { authorizeRequest, createPerson, password } from './person';
import { basic, bodyOf, createTestProvider, type TestProvider } from './provider';

let provider: TestProvider;
let database: FailingWrites;
beforeAll(async () => {
  const users = [...deviceFixtures.users, { username: 'root', password, admin: 'owner' }];
  provider = await createTestProvider({ ...deviceFixtures, users });
  database = await openFailingWrites(provider.databaseUrl);
});
afterAll(async () => {
  await database.close();
  await provider.close();
});

/**
 * Prepares everything.
 * @returns the operation, which can be called repeatedly
 */
type Prepare = () => Promise<() => Promise<HttpResponse | undefined>>;

let names = 0;
const offline = { scope: 'openid offline_access' };

const operations: Readonly<Record<string, Prepare>> = {
  'the redemption of a code': async () => {
    const issued = await issueCode(provider, offline);
    return () => redeem(provider, issued);
  },
  'the rotation of a refresh token': async () => {
    const { refresh_token: token } = bodyOf(await redeem(provider, await issueCode(provider, offline)));
    return () => refresh(provider, token);
  },
  'the revocation of a refresh token': async () => {
    const { refresh_token: token } = bodyOf(await redeem(provider, await issueCode(provider, offline)));
    return () =>
      provider.post('/connect/revocation', { token: String(token) }, { authorization: basic('web', secrets.web) });
  },
  'a sign-in': async () => {
    const person = createPerson(provider);
    const login = await person.get(authorizeRequest().path);
    return () => person.signIn(login);
  },
  'an allowed consent': async () => {
    const person = createPerson(provider);
    const consent = await person.signIn(await person.get(authorizeRequest(offline).path));
    return () => person.allow(consent, { remember: 'on' });
  },
  'the answer for a device': async () => {
    // Equal alarms within a minute are sent as one mail.
    provider.advance(120);
    const person = createPerson(provider);
    const { userCode } = await startDevice(provider);
    const page = await seeDevicePage(provider, person, await reachConfirm(person, userCode));
    if (page.page !== 'device-confirm') throw new Error(page.page);
    const { interaction, csrf } = page.form;
    return () => person.submit('device', { interaction: interaction ?? '', csrf, decision: 'allow' });
  },
  'the tokens of a device': async () => {
    const { deviceCode } = await approvedDevice(provider);
    return () => pollDevice(provider, deviceCode);
  },
  'the deletion of a user': async () => {
    names += 1;
    const username = `user-${names}`;
    const root = await actAs(provider, 'root');
    await createAccount(root, {
      profile: { username, tenants: 'all' as const, claims: {} },
      first: { kind: 'link' },
    });
    const sub = await subOf(provider, username);
    const version = userVersion(await getUser(root, sub));
    return async () => void (await deleteAccount(root, sub, version));
  },
  'a rotation of the keys': async () => {
    const { db, settings, now } = provider.context();
    provider.advance(100_000);
    return async () => void (await rotateKeys(db, settings.secret, now, { longestLifetimeSeconds: 3600 }));
  },
};

/** Whether the caller was told that the operation succeeded. */
async function isDone(act: () => Promise<HttpResponse | undefined>): Promise<boolean> {
  try {
    const answer = await act();
    return answer === undefined || (answer.status < 400 && !String(answer.headers.location).includes('error='));
  } catch {
    return false;
  }
}

describe('a failed statement undoes its whole operation, which can be repeated (security #171)', () => {
  it.each(Object.entries(operations))('%s', async (_, prepare) => {
    const act = await prepare();
    const before = await database.read();
    expect(await isDone(act)).toBe(true);
    const writes = writesBetween(before, await database.read());
    expect(writes.length).toBeGreaterThan(0);
    for (const write of writes) {
      const again = await prepare();
      const untouched = await database.read();
      expect(await database.refusing(write, () => isDone(again)), JSON.stringify(write)).toBe(false);
      expect(writesBetween(untouched, await database.read()), JSON.stringify(write)).toEqual([]);
      expect(await isDone(again), `again after ${JSON.stringify(write)}`).toBe(true);
    }
  });
});
