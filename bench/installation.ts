import { listClients } from '#lib/clients/client-store';
import { applyConfiguration } from '#lib/config/apply';
import { byCommandLine } from '#lib/config/authorship';
import { parseConfiguration } from '#lib/config/file';
import { masterSecret } from '#lib/crypto/master-secret';
import { migrate } from '#lib/db/migrate';
import { openDatabase } from '#lib/db/open';
import { testSecret } from '#lib/testing/running-server';
import { bulkInsert, type Row } from '#lib/testing/seed/bulk-insert';
import { clientRows } from '#lib/testing/seed/client-rows';
import { seedSub, userRows, userWordRows } from '#lib/testing/seed/user-rows';

export type Sizes = {
  /** Clients like `other`. */
  readonly clients: number;
  readonly people: number;
  /** With two tokens each. */
  readonly grants: number;
};

/** Three people have a twentieth of the grants each. */
export const heavyPeople = [seedSub(0), seedSub(1), seedSub(2)];
const sessionsOfHeavy = 300;

/**
 * Fills an empty database. Nine tenths of the grants are of the client `popular`, the others of `other`.
 * @param configuration a file with both
 */
export async function fillInstallation(url: string, configuration: object, sizes: Sizes): Promise<void> {
  const open = await openDatabase(url);
  const now = new Date();
  try {
    await migrate(open, 'prisma/migrations', now);
    const options = { prune: false, by: byCommandLine, now, secret: masterSecret(testSecret) };
    await applyConfiguration(open, parseConfiguration(JSON.stringify(configuration)), options);
    const [model] = await listClients(open.db, ['other']);
    if (model === undefined) throw new Error('there is no client `other`');
    const tables: Tables = { ...clientRows([model], sizes.clients, now), ...tablesOf(sizes, now) };
    await open.session(async (session) => {
      if (open.dialect === 'sqlite') await session.script('PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF');
      await session.script('BEGIN');
      for (const [table, rows] of Object.entries(tables)) {
        await bulkInsert({ session, dialect: open.dialect }, table, rows);
      }
      await session.script('COMMIT');
      if (open.dialect === 'postgresql') await session.script('VACUUM ANALYZE');
    });
  } finally {
    await open.close();
  }
}

/** Adds access tokens that have expired, a few at a time. */
export async function addExpiredTokens(url: string, count: number): Promise<void> {
  const open = await openDatabase(url);
  const at = new Date(Date.now() - 3_600_000);
  function* rows(): Generator<Row> {
    for (let index = 0; index < count; index += 1) {
      const hash = `expired-${(index * 2_654_435_761) % 4_294_967_296}-${index}`;
      const told = { scope: 'openid', audience: '[]', claims: '{}', sid: null, revokedAt: null };
      yield { hash, jti: hash, grantId: null, clientId: 'other', sub: null, ...told, issuedAt: at, expiresAt: at };
    }
  }
  try {
    await open.session((session) => bulkInsert({ session, dialect: open.dialect }, 'AccessToken', rows()));
  } finally {
    await open.close();
  }
}

type Tables = Readonly<Record<string, Iterable<Row>>>;

function tablesOf({ people, grants }: Sizes, now: Date): Tables {
  const times = {
    createdAt: new Date(now.getTime() - 3_600_000),
    expiresAt: new Date(now.getTime() + 10 * 86_400_000),
  };
  const { createdAt, expiresAt } = times;
  const idOf = (index: number) => `grant-${(index * 2_654_435_761) % 4_294_967_296}-${index}`;
  const clientOf = (index: number) => (index % 10 === 9 ? 'other' : 'popular');
  const subOf = (index: number) =>
    heavyPeople[Math.floor(index / (grants / 20))] ?? seedSub(3 + (index % Math.max(1, people - 3)));
  function* each(make: (index: number) => Row, count = grants): Generator<Row> {
    for (let index = 0; index < count; index += 1) yield make(index);
  }
  function* eachSession(make: (sid: string, sub: string) => Row): Generator<Row> {
    for (const sub of heavyPeople) {
      for (let index = 0; index < sessionsOfHeavy; index += 1) yield make(`session-${sub}-${index}`, sub);
    }
  }
  const proofs = JSON.stringify([{ factor: 'password', at: createdAt }]);
  const seen = { idp: 'local', proofs, remember: true, authTime: createdAt, lastSeenAt: createdAt, endedAt: null };
  const asked = { scope: 'openid profile offline_access', acr: null, tenant: null, claims: null, resources: null };
  const signedIn = { sid: null, authTime: createdAt, amr: 'pwd', idp: 'local', revokedAt: null, revokedReason: null };
  const unused = { absoluteExpiresAt: null, consumedAt: null, graceUses: 0 };
  const told = { scope: 'openid', audience: '[]', claims: '{}', sid: null, revokedAt: null };
  const accessToken = (index: number) => {
    const [grantId, hash] = [idOf(index), `access-${idOf(index)}`];
    const of = { grantId, clientId: clientOf(index), sub: subOf(index) };
    return { hash, jti: hash, ...of, ...told, issuedAt: createdAt, expiresAt };
  };
  return {
    User: userRows(people, now),
    UserWord: userWordRows(userRows(people, now)),
    Browser: eachSession((sid) => ({ id: sid, handleHash: sid, currentSid: sid, ...times })),
    Session: eachSession((sid, sub) => ({ sid, sub, browserId: sid, ...seen, ...times })),
    SessionClient: eachSession((sid) => ({ sid, clientId: 'popular', createdAt })),
    Consent: each((index) => {
      const of = { sub: seedSub(index), clientId: 'popular' };
      return { ...of, scope: 'openid profile', claims: null, createdAt, expiresAt: null };
    }, people),
    Grant: each((index) => {
      return { id: idOf(index), clientId: clientOf(index), sub: subOf(index), ...asked, ...signedIn, ...times };
    }),
    AuthorizationCode: each((index) => {
      const grantId = idOf(index);
      return { hash: `code-${grantId}`, grantId, redirectUri: 'https://rp.test/cb', ...times, redeemedAt: createdAt };
    }),
    RefreshToken: each((index) => {
      const grantId = idOf(index);
      return { hash: `refresh-${grantId}`, grantId, ...times, ...unused };
    }),
    AccessToken: each(accessToken),
  };
}
