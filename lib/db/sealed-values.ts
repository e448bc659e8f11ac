import type { MasterSecret } from '#lib/crypto/master-secret';
import { isSealError, open, rowAad, type SealedColumns, seal, sealedPrefix, sealingKey } from '#lib/crypto/seal';
import type { Database, Transaction } from './database';
import { transaction } from './transaction';

/** The number of values in one transaction. It is small enough to let others write in between. */
const batchSize = 100;

/** A stored value, its place, and how to replace it unless it has been changed in the meantime. */
type SealedValue = {
  readonly place: string;
  readonly sealed: string;
  readonly replace: (tx: Transaction, sealed: string) => Promise<unknown>;
};

/** Lists values without the prefix of the current key, in a fixed order. */
type List = (
  db: Database,
  page: { readonly prefix: string; readonly skip: number; readonly take: number },
) => Promise<SealedValue[]>;

const signingKeys: List = async (db, { prefix, ...page }) => {
  const rows = await db.signingKey.findMany({
    where: { NOT: { privateSealed: { startsWith: prefix } } },
    orderBy: { kid: 'asc' },
    select: { kid: true, privateSealed: true },
    ...page,
  });
  return rows.map(({ kid, privateSealed }) => ({
    place: rowAad('SigningKey', 'privateSealed', kid),
    sealed: privateSealed,
    replace: (tx, sealed) =>
      tx.signingKey.updateMany({ where: { kid, privateSealed }, data: { privateSealed: sealed } }),
  }));
};

const providerSecrets: List = async (db, { prefix, ...page }) => {
  const rows = await db.identityProvider.findMany({
    where: { clientSecretSealed: { not: null }, NOT: { clientSecretSealed: { startsWith: prefix } } },
    orderBy: { name: 'asc' },
    select: { name: true, clientSecretSealed: true },
    ...page,
  });
  return rows.map(({ name, clientSecretSealed }) => ({
    place: rowAad('IdentityProvider', 'clientSecretSealed', name),
    sealed: clientSecretSealed ?? '',
    replace: (tx, sealed) =>
      tx.identityProvider.updateMany({ where: { name, clientSecretSealed }, data: { clientSecretSealed: sealed } }),
  }));
};

const upstreamWays: List = async (db, { prefix, ...page }) => {
  const rows = await db.upstreamSignIn.findMany({
    where: { NOT: { sealed: { startsWith: prefix } } },
    orderBy: { hash: 'asc' },
    select: { hash: true, sealed: true },
    ...page,
  });
  return rows.map(({ hash, sealed: former }) => ({
    place: rowAad('UpstreamSignIn', 'sealed', hash),
    sealed: former,
    replace: (tx, sealed) => tx.upstreamSignIn.updateMany({ where: { hash, sealed: former }, data: { sealed } }),
  }));
};

const upstreamIdentities: List = async (db, { prefix, ...page }) => {
  const rows = await db.upstreamSignIn.findMany({
    where: { identity: { not: null }, NOT: { identity: { startsWith: prefix } } },
    orderBy: { hash: 'asc' },
    select: { hash: true, identity: true },
    ...page,
  });
  return rows.map(({ hash, identity }) => ({
    place: rowAad('UpstreamSignIn', 'identity', hash),
    sealed: identity ?? '',
    replace: (tx, sealed) => tx.upstreamSignIn.updateMany({ where: { hash, identity }, data: { identity: sealed } }),
  }));
};

const upstreamSessions: List = async (db, { prefix, ...page }) => {
  const rows = await db.upstreamSession.findMany({
    where: { sealed: { not: null }, NOT: { sealed: { startsWith: prefix } } },
    orderBy: { sid: 'asc' },
    select: { sid: true, sealed: true },
    ...page,
  });
  return rows.map(({ sid, sealed: former }) => ({
    place: rowAad('UpstreamSession', 'sealed', sid),
    sealed: former ?? '',
    replace: (tx, sealed) => tx.upstreamSession.updateMany({ where: { sid, sealed: former }, data: { sealed } }),
  }));
};

const trialReports: List = async (db, { prefix, ...page }) => {
  const rows = await db.authorizationRequest.findMany({
    where: { trialReport: { not: null }, NOT: { trialReport: { startsWith: prefix } } },
    orderBy: { hash: 'asc' },
    select: { hash: true, trialReport: true },
    ...page,
  });
  return rows.map(({ hash, trialReport }) => ({
    place: rowAad('AuthorizationRequest', 'trialReport', hash),
    sealed: trialReport ?? '',
    replace: (tx, sealed) =>
      tx.authorizationRequest.updateMany({ where: { hash, trialReport }, data: { trialReport: sealed } }),
  }));
};

const auditKeys: List = async (db, { prefix, ...page }) => {
  const rows = await db.auditKey.findMany({
    where: { NOT: { sealed: { startsWith: prefix } } },
    orderBy: { number: 'asc' },
    select: { number: true, sealed: true },
    ...page,
  });
  return rows.map(({ number, sealed: former }) => ({
    place: rowAad('AuditKey', 'sealed', String(number)),
    sealed: former,
    replace: (tx, sealed) => tx.auditKey.updateMany({ where: { number, sealed: former }, data: { sealed } }),
  }));
};

const waitingMails: List = async (db, { prefix, ...page }) => {
  const rows = await db.outboxMail.findMany({
    where: { sealed: { not: null }, NOT: { sealed: { startsWith: prefix } } },
    orderBy: { id: 'asc' },
    select: { id: true, sealed: true },
    ...page,
  });
  return rows.map(({ id, sealed: former }) => ({
    place: rowAad('OutboxMail', 'sealed', id),
    sealed: former ?? '',
    replace: (tx, sealed) => tx.outboxMail.updateMany({ where: { id, sealed: former }, data: { sealed } }),
  }));
};

const authenticatorKeys: List = async (db, { prefix, ...page }) => {
  const rows = await db.authenticator.findMany({
    where: { NOT: { sealed: { startsWith: prefix } } },
    orderBy: { sub: 'asc' },
    select: { sub: true, sealed: true },
    ...page,
  });
  return rows.map(({ sub, sealed: former }) => ({
    place: rowAad('Authenticator', 'sealed', sub),
    sealed: former,
    replace: (tx, sealed) => tx.authenticator.updateMany({ where: { sub, sealed: former }, data: { sealed } }),
  }));
};

/** The salt of pairwise subjects. The other rows contain no sealed values. */
const pairwiseSalt: List = async (db, { prefix, ...page }) => {
  const rows = await db.installation.findMany({
    where: { key: 'pairwise_salt', NOT: { value: { startsWith: prefix } } },
    orderBy: { key: 'asc' },
    select: { key: true, value: true },
    ...page,
  });
  return rows.map(({ key, value }) => ({
    place: rowAad('Installation', 'value', key),
    sealed: value,
    replace: (tx, sealed) => tx.installation.updateMany({ where: { key, value }, data: { value: sealed } }),
  }));
};

/**
 * A provider's secret or private key in a history entry. The longer text is needed because a claim mapping may also have a
 * key named `sealed`.
 */
type SealedSecret = '"client_secret":{"sealed":"' | '"private_key":{"sealed":"';

/** The secrets of providers in one half of a history entry, which contains entries of the configuration as JSON. */
const history =
  (half: 'before' | 'after', sealedSecret: SealedSecret): List =>
  async (db, { prefix, ...page }) => {
    const isSealed = { contains: sealedSecret };
    const isCurrent = { contains: sealedSecret + prefix };
    const rows = await db.configurationChange.findMany({
      where: {
        section: 'identity_providers',
        ...(half === 'before' ? { before: isSealed } : { after: isSealed }),
        NOT: half === 'before' ? { before: isCurrent } : { after: isCurrent },
      },
      orderBy: [{ number: 'asc' }, { position: 'asc' }],
      select: { number: true, position: true, key: true, before: true, after: true },
      ...page,
    });
    return rows.map(({ number, position, key, ...entry }) => {
      const text = entry[half] ?? '';
      const start = text.indexOf(sealedSecret) + sealedSecret.length;
      const end = text.indexOf('"', start);
      const former = text.slice(start, end);
      return {
        place: rowAad('IdentityProvider', 'clientSecretSealed', key),
        sealed: former,
        replace: (tx, sealed) =>
          tx.configurationChange.updateMany({
            where: { number, position },
            data: { [half]: text.slice(0, start) + sealed + text.slice(end) },
          }),
      };
    });
  };

/** Every place with sealed values. A new column in SealedColumns does not compile until it is listed here. */
const places: { readonly [Table in keyof SealedColumns]: Readonly<Record<SealedColumns[Table], List>> } = {
  SigningKey: { privateSealed: signingKeys },
  IdentityProvider: { clientSecretSealed: providerSecrets },
  UpstreamSignIn: { sealed: upstreamWays, identity: upstreamIdentities },
  UpstreamSession: { sealed: upstreamSessions },
  AuthorizationRequest: { trialReport: trialReports },
  AuditKey: { sealed: auditKeys },
  OutboxMail: { sealed: waitingMails },
  Authenticator: { sealed: authenticatorKeys },
  Installation: { value: pairwiseSalt },
};

const lists: readonly List[] = [
  ...Object.values(places).flatMap((columns) => Object.values<List>(columns)),
  history('before', '"client_secret":{"sealed":"'),
  history('after', '"client_secret":{"sealed":"'),
  history('before', '"private_key":{"sealed":"'),
  history('after', '"private_key":{"sealed":"'),
];

/** The result of resealing: the number of values, and the places of those that no known secret opens. */
type Resealed = { readonly values: number; readonly unreadable: readonly string[] };

/**
 * Reseals values of other known secrets with the current one. It can be repeated, and it can run while other processes
 * do.
 */
export async function resealValues(db: Database, secret: MasterSecret): Promise<Resealed> {
  const results: Resealed[] = [];
  for (const list of lists) results.push(await resealList(db, list, secret));
  return {
    values: results.reduce((sum, { values }) => sum + values, 0),
    unreadable: results.flatMap(({ unreadable }) => unreadable),
  };
}

/** Whether a value is sealed with another secret than the current one. */
export async function hasFormerlySealed(db: Database, secret: MasterSecret): Promise<boolean> {
  const page = { prefix: sealedPrefix(sealingKey(secret)), skip: 0, take: 1 };
  for (const list of lists) if ((await list(db, page)).length > 0) return true;
  return false;
}

async function resealList(db: Database, list: List, secret: MasterSecret): Promise<Resealed> {
  const keys = sealingKey(secret);
  const unreadable: string[] = [];
  for (let values = 0; ; ) {
    const page = await list(db, { prefix: sealedPrefix(keys), skip: unreadable.length, take: batchSize });
    const opened = page.map((value) => ({ ...value, text: tryOpen(keys, value) }));
    await transaction(db, async (tx) => {
      for (const { text, place, replace } of opened) if (text !== null) await replace(tx, seal(keys, text, place));
    });
    const closed = opened.filter(({ text }) => text === null).map(({ place }) => place);
    unreadable.push(...closed);
    values += page.length - closed.length;
    if (page.length < batchSize) return { values, unreadable };
  }
}

function tryOpen(keys: ReturnType<typeof sealingKey>, { sealed, place }: SealedValue): Buffer | null {
  try {
    return open(keys, sealed, place);
  } catch (error) {
    if (isSealError(error)) return null;
    throw error;
  }
}
