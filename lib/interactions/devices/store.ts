import { hashHandle } from '#lib/crypto/hash';
import { createHandle, type Handle, type HandleHash } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
import { type Interaction, interactionLifetimeSeconds } from '../store';
import type { DeviceOutcome, DeviceWishes, EnteredDevice } from './entered-device';

/** A person who entered a device's user code. `problem` holds what is wrong with it, and in the end the outcome. */
export type DeviceInteraction = Omit<Interaction, 'kind' | 'request' | 'area'> & {
  readonly kind: 'device';
  /** What was typed; without separators once it was found. */
  readonly userCode: string;
  /** What the page's address said, or the device. */
  readonly wishes: DeviceWishes;
  /** Null while the code is not one that waits. */
  readonly request: EnteredDevice | null;
};

/**
 * Stores what a person entered, bound to the browser. The table's columns `state` and `display` hold the code and
 * whether it came with the link.
 * @param entry `request` is null for a code that was not accepted, and `problem` says why
 * @returns the handle for the page's address; the handle alone is never enough
 */
export async function createDeviceInteraction(
  db: Database,
  entry: { userCode: string; wishes: DeviceWishes; request: EnteredDevice | null; problem: string | null },
  browserHash: HandleHash,
  now: Date,
): Promise<Handle> {
  const handle = createHandle();
  await db.interaction.create({
    data: {
      ...entry.wishes,
      ...(entry.request === null ? {} : toColumns(entry.request)),
      hash: hashHandle(handle),
      kind: 'device',
      browserHash,
      state: entry.userCode,
      problem: entry.problem,
      startedAt: now,
      expiresAt: new Date(now.getTime() + interactionLifetimeSeconds * 1000),
    },
    select: { hash: true },
  });
  return handle;
}

function toColumns({ isPrefilled, scope, ...request }: EnteredDevice) {
  return { ...request, scope: scope.join(' '), display: isPrefilled ? 'prefilled' : null };
}

/** The device interaction of this handle, finished and expired ones included; null when there is none. */
export async function findDeviceInteraction(db: Database, handle: string): Promise<DeviceInteraction | null> {
  const row = await db.interaction.findUnique({
    where: { hash: hashHandle(handle), kind: 'device' },
    select: {
      hash: true,
      browserHash: true,
      deviceHash: true,
      clientId: true,
      scope: true,
      loginHint: true,
      uiLocales: true,
      acrValues: true,
      state: true,
      display: true,
      username: true,
      typedName: true,
      typedEmail: true,
      chosenSid: true,
      problem: true,
      startedAt: true,
      expiresAt: true,
      completedAt: true,
    },
  });
  if (row === null) return null;
  const { deviceHash, clientId, scope, loginHint, uiLocales, acrValues, state, display, ...facts } = row;
  const isKnown = deviceHash !== null && clientId !== null && scope !== null;
  const known = { loginHint, uiLocales, acrValues, isPrefilled: display === 'prefilled' };
  const request = isKnown ? { deviceHash, clientId, scope: scope.split(' '), ...known } : null;
  return { ...facts, kind: 'device', userCode: state ?? '', wishes: { loginHint, uiLocales, acrValues }, request };
}

/** What the page says from now on, of an interaction that the caller has completed. */
export async function recordOutcome(db: Database | Transaction, hash: string, outcome: DeviceOutcome): Promise<void> {
  await db.interaction.update({ where: { hash }, data: { problem: outcome }, select: { hash: true } });
}

/** Keeps that the person reported what they did not connect. @returns true for exactly one of any number of callers */
export async function recordReport(tx: Transaction, hash: string): Promise<boolean> {
  const unreported: DeviceOutcome[] = ['denied', 'cancelled'];
  const { count } = await tx.interaction.updateMany({
    where: { hash, problem: { in: unreported } },
    data: { problem: 'reported' satisfies DeviceOutcome },
  });
  return count === 1;
}
