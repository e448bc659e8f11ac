import { setTimeout as delay } from 'node:timers/promises';
import { DriverAdapterError } from '@prisma/driver-adapter-utils';
import { shareTurn } from '#lib/http/in-slices';
import { isConflict } from './database-errors';
import type { WriteLock } from './write-lock';

/** The time that a write waits for its turn, within this process and for other processes, in milliseconds. */
export const busyTimeoutMs = 5_000;

/**
 * The settings of each connection: a write-ahead log, foreign keys, and every commit on the disk before others see it.
 */
export const pragmas = 'PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL;';

/** Waits for the turn to write in this process. @returns releases the turn */
export async function takeTurn(lock: WriteLock): Promise<() => void> {
  const release = await lock.acquire(busyTimeoutMs);
  if (release) return release;
  throw new DriverAdapterError({ kind: 'SocketTimeout', originalCode: 'SQLITE_BUSY', originalMessage: 'write queue' });
}

/** Runs a statement when it gets the turn to write, as retryBusy() does. */
export async function exclusively<T>(lock: WriteLock, statement: () => T | Promise<T>): Promise<T> {
  const release = await takeTurn(lock);
  try {
    return await retryBusy(statement);
  } finally {
    release();
  }
}

/**
 * Retries a statement while another process writes, without blocking the event loop. A single statement that found the
 * file locked changed nothing, so it can be sent again. It also yields to the event loop.
 */
export async function retryBusy<T>(statement: () => T | Promise<T>): Promise<T> {
  await shareTurn();
  const deadline = performance.now() + busyTimeoutMs;
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, 10)) {
    try {
      // The driver is synchronous and can throw instead of rejecting.
      return await statement();
    } catch (error) {
      if (!isConflict(error) || performance.now() > deadline) throw error;
    }
    await delay(pauseMs);
  }
}
