import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { equalDigests } from '#lib/crypto/hash';
import type { MasterSecret } from '#lib/crypto/master-secret';
import { open, rowAad, seal, sealingKey } from '#lib/crypto/seal';
import type { Database, Transaction } from '#lib/db/database';
import { isUniqueViolation, transaction } from '#lib/db/transaction';
import type { NewAuditEvent } from '../event';
import { recordEvents } from '../event-store';
import type { AuditKey } from './chain';
import { findLastSeal, insertAuditKey, listAuditKeys } from './seal-store';

const content = z.object({ key: z.string().length(43), after: z.number().int().min(0) });

/**
 * The keys of the hash chain, oldest first. Creates the first key if there is none. If the chain is older than its
 * first key, the beginning of the chain stays, and an event records where the keyed part begins.
 * @throws SealError (code `cannot_open`) if no known secret opens a key
 */
export async function ensureAuditKeys(db: Database, secret: MasterSecret, now: Date): Promise<AuditKey[]> {
  const keys = await loadAuditKeys(db, secret);
  if (keys.length > 0) return keys;
  try {
    await transaction(db, (tx) => makeFirstKey(tx, secret, now));
  } catch (error) {
    // Another process created it at the same time.
    if (!isUniqueViolation(error)) throw error;
  }
  return loadAuditKeys(db, secret);
}

/** The keys of the hash chain, oldest first. Empty before the first start. Throws like ensureAuditKeys(). */
export async function loadAuditKeys(db: Database | Transaction, secret: MasterSecret): Promise<AuditKey[]> {
  const rows = await listAuditKeys(db);
  return rows.map(({ number, sealed }) => {
    const text = open(sealingKey(secret), sealed, placeOf(number)).toString();
    const { key, after } = content.parse(JSON.parse(text));
    return { number, after, key: Buffer.from(key, 'base64url') };
  });
}

/** Creates the next key. A person who knows only the previous secret cannot forge seals from now on. */
export async function addAuditKey(tx: Transaction, secret: MasterSecret, now: Date): Promise<number> {
  const keys = await loadAuditKeys(tx, secret);
  const [first, last] = [keys[0], keys.at(-1)];
  if (first === undefined || last === undefined) return makeFirstKey(tx, secret, now);
  const number = last.number + 1;
  await storeKey(tx, { number, after: first.after }, secret, now);
  return number;
}

/** Proves that the server itself deleted the beginning of the chain, up to a seal. */
export function proveRemoval(key: AuditKey, through: number, hash: string): string {
  return createHmac('sha256', key.key).update(`removed\n${through}\n${hash}`).digest('base64url');
}

/** Whether proveRemoval() created the proof with one of the keys. */
export function isRemovalProven(keys: readonly AuditKey[], through: number, hash: string, proof: string): boolean {
  return keys.some((key) => equalDigests(proveRemoval(key, through, hash), proof));
}

async function makeFirstKey(tx: Transaction, secret: MasterSecret, now: Date): Promise<number> {
  const number = 1;
  const last = await findLastSeal(tx);
  const after = last?.sequence ?? 0;
  await storeKey(tx, { number, after }, secret, now);
  if (last !== null) await recordEvents(tx, [keyed({ after, hash: last.hash })], now);
  return number;
}

async function storeKey(
  tx: Transaction,
  { number, after }: Pick<AuditKey, 'number' | 'after'>,
  secret: MasterSecret,
  now: Date,
): Promise<void> {
  const text = JSON.stringify({ key: randomBytes(32).toString('base64url'), after });
  const sealed = seal(sealingKey(secret), text, placeOf(number));
  await insertAuditKey(tx, { number, sealed, createdAt: now });
}

function placeOf(number: number): string {
  return rowAad('AuditKey', 'sealed', String(number));
}

/** @param details the number and the hash of the last seal without a key */
function keyed(details: { readonly after: number; readonly hash: string }): NewAuditEvent {
  const actor = { kind: 'start', id: null, name: null } as const;
  return { type: 'audit.keyed', outcome: 'success', actor, details };
}
