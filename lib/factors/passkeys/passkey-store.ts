import type { Database, Transaction } from '#lib/db/database';
import { defineWrite } from '#lib/db/statement';
import { type Step, writeOnce } from '#lib/db/step';
import type { AccountProof } from '#lib/vocabulary/account-proof';
import type { FactorRemoval } from '../authenticator-store';
import type { Passkey } from './passkey';

const columns = {
  id: true,
  sub: true,
  publicKey: true,
  counter: true,
  transports: true,
  aaguid: true,
  name: true,
  deviceBound: true,
  backedUp: true,
  createdAt: true,
  lastUsedAt: true,
} as const;

/** The passkeys of an account, oldest first. */
export async function listPasskeys(db: Database | Transaction, sub: string): Promise<Passkey[]> {
  const orderBy = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];
  return (await db.passkey.findMany({ where: { sub }, orderBy, select: columns })).map(toPasskey);
}

export async function findPasskey(db: Database | Transaction, id: string): Promise<Passkey | null> {
  const row = await db.passkey.findUnique({ where: { id }, select: columns });
  return row && toPasskey(row);
}

export async function countPasskeys(db: Database | Transaction, sub: string): Promise<number> {
  return db.passkey.count({ where: { sub } });
}

/** @throws a unique violation if an account already has it (WebAuthn §7.1 step 26) */
export async function insertPasskey(
  tx: Transaction,
  { sub }: AccountProof<'person'>,
  passkey: Omit<Passkey, 'sub'>,
): Promise<void> {
  const { counter, transports, ...rest } = passkey;
  const data = { ...rest, sub, counter: BigInt(counter), transports: transports.join(' ') };
  await tx.passkey.create({ data, select: { id: true } });
}

type OwnPasskey = Pick<Passkey, 'id' | 'sub'>;

const hold = defineWrite(`UPDATE "Passkey" SET "sub" = @sub WHERE "id" = @id AND "sub" = @sub`);

/** Locks the passkey that was shown. Refused if the account does not have it (any more). */
export function holdPasskey({ id, sub }: OwnPasskey): Step<'account_changed'> {
  return writeOnce(hold, { id, sub }, 'account_changed');
}

/** @returns false if the account does not have it */
export async function renamePasskey(tx: Transaction, { id, sub }: OwnPasskey, name: string): Promise<boolean> {
  return (await tx.passkey.updateMany({ where: { id, sub }, data: { name } })).count === 1;
}

/** @returns false if the account does not have it (any more) */
export async function removePasskey(tx: Transaction, { sub }: FactorRemoval, id: string): Promise<boolean> {
  return (await tx.passkey.deleteMany({ where: { id, sub } })).count === 1;
}

/** Removes every passkey of an account. @returns their ids, oldest first */
export async function removePasskeys(tx: Transaction, { sub }: FactorRemoval): Promise<string[]> {
  const passkeys = await listPasskeys(tx, sub);
  await tx.passkey.deleteMany({ where: { sub } });
  return passkeys.map(({ id }) => id);
}

/**
 * Records a use if the counter increased. Authenticators without a counter always send 0 (WebAuthn §6.1.1).
 * @returns false if it did not increase, if another request was first with this counter, or if the passkey was removed
 */
export async function recordPasskeyUse(
  db: Database | Transaction,
  { id, counter, backedUp }: Pick<Passkey, 'id' | 'counter' | 'backedUp'>,
  now: Date,
): Promise<boolean> {
  const before = counter === 0 ? { equals: 0n } : { lt: BigInt(counter) };
  const data = { counter: BigInt(counter), backedUp, lastUsedAt: now };
  return (await db.passkey.updateMany({ where: { id, counter: before }, data })).count === 1;
}

type Row = Omit<Passkey, 'counter' | 'transports'> & { readonly counter: bigint; readonly transports: string };

function toPasskey(row: Row): Passkey {
  return { ...row, counter: Number(row.counter), transports: row.transports.split(' ').filter(Boolean) };
}
