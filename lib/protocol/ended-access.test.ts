import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteClients } from '#lib/clients/delete-clients';
import { applyConfiguration } from '#lib/config/apply';
import { byCommandLine } from '#lib/config/authorship';
import { parseConfiguration } from '#lib/config/file';
import { createId } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
import { openDatabase } from '#lib/db/open';
import type { OpenDatabase } from '#lib/db/open-database';
import { bumpRevision } from '#lib/db/revision';
import { endClientAccess, forgetConsentsOf } from '#lib/db/revoke-grants';
import { run } from '#lib/db/run';
import { transaction } from '#lib/db/transaction';
import type { HttpResponse } from '#lib/http/types';
import { answerDevice, deviceClient, reachConfirm, seeDevicePage, startDevice } from '#lib/testing/device';
import { fixtureClient, fixtures, issueCode, secrets } from '#lib/testing/fixtures';
import { authorizeRequest, createPerson, locationOf, type Person, password } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type TestProvider } from '#lib/testing/provider';
import { createGrant } from '#lib/tokens/grant-store';
import { findUserByUsername } from '#lib/users/user-store';
import { noNamedClaims } from '#lib/vocabulary/requested-claims';

const agent = {
  ...fixtureClient('spa'),
  client_id: 'agent',
  client_name: 'Mail helper',
  redirect_uris: ['https://rp.test/cb'],
  self_registered: true,
  agent_state: 'approved',
};
const legacy = {
  client_id: 'legacy',
  client_secrets: [{ value: secrets.web }],
  grant_types: ['password', 'refresh_token'],
  scope: 'openid offline_access',
};
const configuration = {
  ...fixtures,
  clients: [...fixtures.clients, agent, legacy, deviceClient, { ...agent, client_id: 'quiet', require_consent: false }],
};

/** A server whose configuration is older than the database, and the process that changed it. */
type Place = { readonly provider: TestProvider; readonly other: OpenDatabase; readonly person: Person };

let place: Place;
beforeAll(async () => {
  const provider = await createTestProvider(configuration);
  const other = await openDatabase(provider.databaseUrl);
  place = { provider, other, person: (await issueCode(provider, { client_id: 'silent' })).person };
});
afterAll(async () => {
  await place.other.close();
  await place.provider.close();
});

/** Another process changes the configuration; this one learns of it within a second. */
const elsewhere = (work: (tx: Transaction, clientId: string, now: Date) => Promise<unknown>) => {
  return async ({ other, provider }: Place, clientId: string) => {
    const { now } = provider.context();
    await transaction(other.db, async (tx) => {
      await bumpRevision(tx);
      await work(tx, clientId, now);
    });
  };
};

async function applyElsewhere({ other, provider }: Place, file: object) {
  const { now, settings } = provider.context();
  const options = { prune: false, now, secret: settings.secret, by: byCommandLine };
  await applyConfiguration(other, parseConfiguration(JSON.stringify(file)), options);
}

/** Only a client that registered itself can be blocked. */
async function block(at: Place, clientId: string): Promise<void> {
  const client = configuration.clients.find((one) => one.client_id === clientId);
  await applyElsewhere(at, { clients: [{ ...client, agent_state: 'blocked' }] });
}

type End = (place: Place, clientId: string) => Promise<void>;
const ends = {
  'its operator ended its access': elsewhere((tx, id, now) => endClientAccess(tx, id, { reason: 'blocked', now })),
  'it became another application': elsewhere(forgetConsentsOf),
  'it was deleted': elsewhere((tx, id, now) => deleteClients(tx, [id], { dialect: tx.dialect, now })),
  'it was blocked': block,
} satisfies Readonly<Record<string, End>>;
/** Leads to the last answer of a person. @returns the function that gives it */
type Way = (place: Place) => Promise<{ readonly clientId: string; readonly answer: () => Promise<HttpResponse> }>;
/** With the ends after which nothing may be granted. The pages of a deleted client are deleted, too. */
const ways: readonly (readonly [string, readonly (keyof typeof ends)[], Way])[] = [
  [
    'a request that needs no page',
    // The others ask nobody, and are answered by the new configuration.
    ['it was deleted', 'it was blocked'],
    async ({ person }) => ({
      clientId: 'quiet',
      answer: () => person.get(authorizeRequest({ client_id: 'quiet' }).path),
    }),
  ],
  [
    'a sign-in',
    ['its operator ended its access', 'it became another application', 'it was blocked'],
    async ({ provider }) => {
      const person = createPerson(provider);
      const login = await person.get(authorizeRequest({ client_id: 'quiet' }).path);
      return { clientId: 'quiet', answer: () => person.signIn(login) };
    },
  ],
  [
    'a first consent that is remembered',
    ['its operator ended its access', 'it became another application', 'it was deleted', 'it was blocked'],
    async ({ person }) => {
      const page = await person.get(authorizeRequest({ client_id: 'agent', prompt: 'consent' }).path);
      const form = await person.consentForm(page);
      return { clientId: 'agent', answer: () => person.submit('consent', { ...form, remember_consent: 'on' }) };
    },
  ],
  [
    'a device that is allowed',
    ['its operator ended its access', 'it became another application'],
    async ({ provider, person }) => {
      const { userCode } = await startDevice(provider, { scope: 'openid offline_access' });
      const confirm = await reachConfirm(person, userCode);
      expect((await seeDevicePage(provider, person, confirm)).page).toBe('device-confirm');
      return { clientId: 'tv', answer: () => answerDevice(provider, person, confirm, 'allow') };
    },
  ],
];

const subOf = async (db: Database) => (await findUserByUsername(db, 'alice'))?.sub ?? expect.fail('nobody');

async function granted(db: Database, clientId: string) {
  const sub = await subOf(db);
  const devices = await db.deviceRequest.findMany({ where: { clientId }, select: { status: true } });
  return {
    grants: await db.grant.count({ where: { sub, clientId, revokedAt: null } }),
    consents: await db.consent.count({ where: { sub, clientId } }),
    devices: devices.filter(({ status }) => status === 'approved').length,
  };
}

describe.each(ways)('nothing is granted by an older configuration (security #203): %s', (_, after, way) => {
  it.each(after)('after %s', async (end) => {
    const { provider, other, person } = place;
    await provider.configure(configuration);
    const { clientId, answer } = await way(place);
    await ends[end](place, clientId);
    const before = await granted(other.db, clientId);
    expect(before.consents).toBe(0);
    const answered = await answer();
    // The same process knows of the change now, so the person sees what is true.
    expect(answered.status).toBeLessThan(500);
    expect(String(answered.headers.location)).not.toContain('code=');
    expect(await granted(other.db, clientId)).toEqual(before);
    const next = await person.get(authorizeRequest({ client_id: clientId, prompt: 'none' }).path);
    expect(next.status).toBeLessThan(500);
  });
});

it.each(['its operator ended its access', 'it became another application', 'it was deleted'] as const)(
  'a password grants nothing by an older configuration after %s',
  async (end) => {
    const { provider, other } = place;
    await provider.configure(configuration);
    const grant = () => {
      const fields = { grant_type: 'password', username: 'alice', password };
      return provider.post('/connect/token', fields, { authorization: basic('legacy', secrets.web) });
    };
    expect((await grant()).status).toBe(200);
    await ends[end](place, 'legacy');
    const before = await granted(other.db, 'legacy');
    const refused = await grant();
    expect([refused.status, bodyOf(refused).error]).toEqual([400, 'invalid_grant']);
    expect(await granted(other.db, 'legacy')).toEqual(before);
  },
);

it('a person is asked again, and answers, after the access ended while the page was open', async () => {
  const { provider, person } = place;
  await provider.configure(configuration);
  const page = await person.get(authorizeRequest({ client_id: 'agent', prompt: 'consent' }).path);
  const form = await person.consentForm(page);
  await elsewhere(forgetConsentsOf)(place, 'agent');
  const again = await person.submit('consent', { ...form, remember_consent: 'on' });
  expect(locationOf(again)).toContain('/login?interaction=');
  expect(locationOf(await person.submit('consent', { ...form, remember_consent: 'on' }))).toContain('code=');
});

it('a pushed request is answered by the new configuration, once', async () => {
  const { provider, person } = place;
  await provider.configure(configuration);
  const query = new URL(authorizeRequest({ client_id: 'quiet' }).path, 'https://op.test').searchParams;
  const pushed = bodyOf(await provider.post('/connect/par', Object.fromEntries(query)));
  const path = `/connect/authorize?${new URLSearchParams({ client_id: 'quiet', request_uri: String(pushed.request_uri) })}`;
  await ends['its operator ended its access'](place, 'quiet');
  expect(locationOf(await person.get(path))).toContain('code=');
  expect((await person.get(path)).status).toBe(400);
});

it('whoever ends access waits for a grant that is being written, and ends it (security #203)', async () => {
  const { provider, other } = place;
  await provider.configure(configuration);
  const { db, now, snapshot } = provider.context();
  const sub = await subOf(db);
  const id = createId();
  const authentication = { sub, sid: null, authTime: now, amr: ['pwd'], idp: 'local', acr: null };
  const grant = {
    id,
    clientId: 'quiet',
    scope: ['openid'],
    resources: [],
    authentication,
    namedClaims: noNamedClaims,
    tenant: null,
  };
  const times = { now, expiresAt: new Date(now.getTime() + 60_000), revision: snapshot.revision };
  let ending: Promise<void> = Promise.resolve();
  await transaction(db, async (tx) => {
    expect(await run(tx, [createGrant(grant, times)])).toBeNull();
    ending = elsewhere((other, client) => endClientAccess(other, client, { reason: 'blocked', now }))(place, 'quiet');
    if (db.dialect === 'postgresql') await Promise.race([ending, isWaiting(provider)]);
  });
  await ending;
  expect(await other.db.grant.findUnique({ where: { id }, select: { revokedReason: true } })).toEqual({
    revokedReason: 'blocked',
  });
});

/** Resolves once a transaction waits for another one. */
async function isWaiting(provider: TestProvider): Promise<void> {
  const third = await openDatabase(provider.databaseUrl);
  try {
    for (;;) {
      const found = await third.db.$queryRaw<unknown[]>`
        SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      if (found.length > 0) return;
    }
  } finally {
    await third.close();
  }
}
