import type BetterSqlite3 from 'better-sqlite3';
import { gatherLimit } from './gather';
import { retryConflicts } from './retry';
import { exclusively, retryBusy } from './sqlite-turn';
import type { WriteLock } from './write-lock';

/** What a write did. When it is not kept, none of its statements has happened. */
export type Outcome<Answer> = { readonly isKept: boolean; readonly answer: Answer };

type Caller = {
  /** The answer is a function that gives it to the caller. */
  readonly write: () => Outcome<() => void>;
  readonly reject: (error: unknown) => void;
};

/**
 * Lets writes that wait together share one COMMIT, which waits for the disk and costs more than their statements. Each of
 * them has a savepoint, so none undoes another, and is answered after the COMMIT. Nobody waits for company: a
 * transaction takes those who wait when it begins.
 * @param connection on which nobody else writes
 * @param lock the turn to write in this process
 * @returns runs a write: synchronous statements, which run again if nothing of them was kept. Rejects with what the
 *   write threw, or with DatabaseUnavailable when its turn did not come
 */
export function createGroupCommit(
  connection: BetterSqlite3.Database,
  lock: WriteLock,
): <Answer>(write: () => Outcome<Answer>) => Promise<Answer> {
  const commit = createCommit(connection);
  const waiting: Caller[] = [];
  let isScheduled = false;

  const schedule = () => {
    if (isScheduled || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(async () => {
      await commitWaiting();
      isScheduled = false;
      schedule();
    });
  };
  const commitWaiting = async () => {
    const patient = waiting.length;
    try {
      await retryConflicts(() => exclusively(lock, () => retryBusy(() => commit(waiting))));
    } catch (error) {
      // Their turn never came. Those who have come since may wait longer.
      for (const { reject } of waiting.splice(0, patient)) reject(error);
    }
  };
  return <Answer>(write: () => Outcome<Answer>) =>
    new Promise<Answer>((resolve, reject) => {
      const answering = () => {
        const { isKept, answer } = write();
        return { isKept, answer: () => resolve(answer) };
      };
      waiting.push({ write: answering, reject });
      schedule();
    });
}

/**
 * @returns takes callers off a list, at most the limit, and answers them after one COMMIT; throws SQLITE_BUSY, and takes
 *   nobody, while another process writes
 */
function createCommit(connection: BetterSqlite3.Database): (waiting: Caller[]) => Promise<void> {
  const begin = connection.prepare('BEGIN IMMEDIATE');
  const commit = connection.prepare('COMMIT');
  const rollback = connection.prepare('ROLLBACK');
  const save = connection.prepare('SAVEPOINT one');
  const undo = connection.prepare('ROLLBACK TO one');
  const release = connection.prepare('RELEASE one');

  /** @returns answers the caller, once it is committed */
  const writeOne = ({ write, reject }: Caller): (() => void) => {
    save.run();
    try {
      const { isKept, answer } = write();
      if (!isKept) undo.run();
      release.run();
      return answer;
    } catch (error) {
      // With a full disk, for example, SQLite undoes the whole transaction by itself.
      if (!connection.inTransaction) throw error;
      undo.run();
      release.run();
      return () => reject(error);
    }
  };
  /** Ends the open transaction. @throws when nothing of it was kept */
  const finish = (callers: readonly Caller[]): void => {
    let answers: readonly (() => void)[];
    try {
      answers = callers.map(writeOne);
      commit.run();
    } catch (error) {
      if (connection.inTransaction) rollback.run();
      throw error;
    }
    for (const answer of answers) answer();
  };
  const commitAlone = async (caller: Caller): Promise<void> => {
    try {
      await retryBusy(() => begin.run());
      finish([caller]);
    } catch (error) {
      caller.reject(error);
    }
  };
  return async (waiting) => {
    begin.run();
    const callers = waiting.splice(0, gatherLimit);
    try {
      finish(callers);
    } catch {
      // It may be the fault of one of them.
      for (const caller of callers) await commitAlone(caller);
    }
  };
}
