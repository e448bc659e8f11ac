import { setImmediate as nextTurn } from 'node:timers/promises';
import type BetterSqlite3 from 'better-sqlite3';
import { gatherLimit } from './gather';
import { retryConflicts } from './retry';
import type { SqliteLog } from './sqlite-log';
import { exclusively, retryBusy } from './sqlite-turn';
import type { WriteLock } from './write-lock';

/** The result of a write. If it was not kept, none of its statements takes effect. */
type Outcome<Answer> = { readonly isKept: boolean; readonly answer: Answer };

type Caller = {
  /** The answer is a function that passes the result to the caller. */
  readonly write: () => Outcome<() => void>;
  readonly reject: (error: unknown) => void;
};

/** A caller whose write has run. */
type Served = { readonly answer: () => void; readonly reject: (error: unknown) => void };

/**
 * Lets waiting writes share one COMMIT, and lets committed writes share a wait for the disk. Each is answered once it is
 * on the disk. If one of them fails or is not kept, all of them are undone, and each is committed alone. No write waits
 * for later ones: a transaction takes the writes that are waiting when it begins, and the next transaction begins while
 * the disk is busy.
 * @param connection must have no other writer, and `synchronous = NORMAL`, so that its COMMIT does not wait for the
 * disk
 * @param log the log of the file, which the writes wait for instead
 * @param lock the turn to write in this process
 * @returns a function that runs a write: synchronous statements, which run again if nothing of them was kept. It
 * rejects with the error of the write, or with DatabaseUnavailable if its turn did not come
 */
export function createGroupCommit(
  connection: BetterSqlite3.Database,
  log: Pick<SqliteLog, 'flush'>,
  lock: WriteLock,
): <Answer>(write: () => Outcome<Answer>) => Promise<Answer> {
  const commit = createCommit(connection);
  const waiting: Caller[] = [];
  let isCommitting = false;

  const commitWaiting = async () => {
    isCommitting = true;
    while (waiting.length > 0) {
      await nextTurn();
      const patient = waiting.length;
      try {
        const served = await retryConflicts(() => exclusively(lock, () => commit(waiting)));
        void answerAll(served, log.flush());
      } catch (error) {
        // The turn of these callers did not come. Callers that arrived since can still wait.
        for (const { reject } of waiting.splice(0, patient)) reject(error);
      }
    }
    isCommitting = false;
  };
  return <Answer>(write: () => Outcome<Answer>) =>
    new Promise<Answer>((resolve, reject) => {
      const answering = () => {
        const { isKept, answer } = write();
        return { isKept, answer: () => resolve(answer) };
      };
      waiting.push({ write: answering, reject });
      if (!isCommitting) void commitWaiting();
    });
}

/** Never rejects. The callers get the errors of the disk. */
async function answerAll(served: readonly Served[], flushed: Promise<void>): Promise<void> {
  try {
    await flushed;
    for (const { answer } of served) answer();
  } catch (error) {
    for (const { reject } of served) reject(error);
  }
}

/**
 * @returns a function that takes callers off a list, up to the limit, and commits their writes. While another process
 * writes, it throws SQLITE_BUSY and takes none
 */
function createCommit(connection: BetterSqlite3.Database): (waiting: Caller[]) => Promise<readonly Served[]> {
  const begin = connection.prepare('BEGIN IMMEDIATE');
  const commit = connection.prepare('COMMIT');
  const rollback = connection.prepare('ROLLBACK');

  /** Ends the open transaction. @throws if nothing of it was kept, although some of it could be */
  const finish = (callers: readonly Caller[]): readonly Served[] => {
    try {
      const outcomes = callers.map(({ write, reject }) => ({ ...write(), reject }));
      const isKept = outcomes.every((one) => one.isKept);
      if (!isKept && callers.length > 1) throw new Error('one of several writes is not kept');
      if (isKept) commit.run();
      else rollback.run();
      return outcomes;
    } catch (error) {
      if (connection.inTransaction) rollback.run();
      throw error;
    }
  };
  const commitAlone = async (caller: Caller): Promise<readonly Served[]> => {
    try {
      await retryBusy(() => begin.run());
      return finish([caller]);
    } catch (error) {
      caller.reject(error);
      return [];
    }
  };
  return async (waiting) => {
    begin.run();
    const callers = waiting.splice(0, gatherLimit);
    try {
      return finish(callers);
    } catch {
      // One of the writes may be the cause, so each is committed alone.
      const served: Served[] = [];
      for (const caller of callers) served.push(...(await commitAlone(caller)));
      return served;
    }
  };
}
