import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashHandle } from '#lib/crypto/hash';
import { createHandle } from '#lib/crypto/random';
import { countStatements } from '#lib/testing/count-statements';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { canonicalUsername } from './canonical-username';
import { type MailRequest, reserveMail } from './mail-limits';
import { createUser } from './user-store';

const start = new Date('2030-01-01T12:00:00Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);

let database: TestDatabase;
let sub: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const name = canonicalUsername('alice');
  if (name === null) throw new Error('no username');
  const input = {
    username: 'alice',
    canonicalUsername: name,
    passwordHash: null,
    enabled: true,
    admin: null,
    claims: {},
  };
  sub = (await createUser(database.db, { ...input, tenants: 'none' }, start)).sub;
});
afterAll(() => database.close());

let networks = 0;
const newNetwork = () => `198.51.100.${++networks}`;
const request = (change: Partial<MailRequest> = {}): MailRequest => ({
  kind: 'recover',
  clientAddress: newNetwork(),
  recipient: `${createHandle()}@example.com`,
  sub: null,
  browserHandles: [],
  ...change,
});
const times = (count: number, one: MailRequest, now = start) =>
  Promise.all(Array.from({ length: count }, () => reserveMail(database.db, one, now)));
const sent = (results: readonly { mayBeSent: boolean }[]) => results.filter(({ mayBeSent }) => mayBeSent).length;

describe('the mails that a stranger can cause', () => {
  it('are five of a kind per address and hour from all networks', async () => {
    const { recipient } = request();
    const results = [];
    for (let round = 0; round < 8; round += 1) results.push(...(await times(1, request({ recipient }))));
    expect(sent(results)).toBe(5);
    expect(sent(await times(8, request({ recipient, kind: 'email_code' })))).toBe(5);
    expect(sent(await times(8, request({ recipient }), later(3600)))).toBe(5);
  });

  it('are 100 per network and hour of all kinds', async () => {
    const clientAddress = newNetwork();
    let all = 0;
    for (let round = 0; round < 30; round += 1) {
      const kind = round % 2 === 0 ? 'recover' : 'email_code';
      all += sent(await times(4, request({ clientAddress, kind })));
    }
    expect(all).toBe(100);
    expect(await reserveMail(database.db, request({ clientAddress }), start)).toEqual({
      mayBeSent: false,
      isFlood: true,
    });
  });

  it('are exactly five for sixteen simultaneous requests (security #82)', async () => {
    expect(sent(await times(16, request()))).toBe(5);
  });
});

describe('a known browser', () => {
  it('has its own budget, which strangers cannot use up', async () => {
    const handle = createHandle();
    const browser = { hash: hashHandle(handle), sub, createdAt: start, expiresAt: later(7200) };
    await database.db.knownBrowser.create({ data: browser });
    const { recipient } = request();
    const own = request({ recipient, sub, browserHandles: [handle] });
    for (let round = 0; round < 6; round += 1) await times(1, request({ recipient, sub }));
    expect(sent(await times(1, request({ recipient, sub })))).toBe(0);
    expect(sent(await times(8, own))).toBe(5);
    const other = request({ recipient, sub: null, browserHandles: [handle] });
    expect(sent(await times(1, other))).toBe(0);
  });
});

it('the limits take the same statements with and without an account (security #86)', async () => {
  const count = async (one: MailRequest) => {
    const counting = countStatements(database.db);
    await reserveMail(counting.db, one, start);
    return counting.count();
  };
  expect(await count(request({ sub }))).toBe(await count(request()));
  const browserHandles = [createHandle()];
  expect(await count(request({ sub, browserHandles }))).toBe(await count(request({ browserHandles })));
});
