import type { Database } from '#lib/db/database';

/** Parallel uses of something that a store uses up or counts. */
export type StoreRace = {
  /** A sentence: "A mail is claimed for one attempt". */
  readonly promise: string;
  /** The places in the code that decide the race, as find-uses.ts names them. */
  readonly places: readonly string[];
  /** The number of parallel uses in both processes together. */
  readonly uses: number;
  /** The number of uses that succeed. Null if all do, and `check` decides. */
  readonly successes: number | null;
  /** The maximum number of rounds. It is lower for slow races. */
  readonly rounds: number;
  /** Creates the data that the uses of one round share. @returns it as JSON */
  readonly prepare: (db: Database) => Promise<string>;
  /** Performs one use, in one of the processes. @returns whether it succeeded */
  readonly use: (db: Database, shared: string, index: number) => Promise<boolean>;
  /** Checks the result of the uses. @returns the problem, or null */
  readonly check: (db: Database, shared: string) => Promise<string | null>;
};

type Definition<Shared> = Pick<StoreRace, 'promise' | 'places'> &
  Partial<Pick<StoreRace, 'uses' | 'successes' | 'rounds'>> & {
    readonly prepare: (db: Database) => Promise<Shared>;
    readonly use: (db: Database, shared: Shared, index: number) => Promise<boolean>;
    readonly check?: (db: Database, shared: Shared) => Promise<string | null>;
  };

/** The default number of parallel uses. */
const usualUses = 16;

/** @param definition its `prepare` must return a value that survives JSON unchanged */
export function storeRace<Shared>(definition: Definition<Shared>): StoreRace {
  const { prepare, use, check, ...rest } = definition;
  const read = (text: string): Shared => JSON.parse(text);
  return {
    uses: usualUses,
    successes: 1,
    rounds: Number.POSITIVE_INFINITY,
    ...rest,
    prepare: async (db) => JSON.stringify(await prepare(db)),
    use: (db, text, index) => use(db, read(text), index),
    check: async (db, text) => (check === undefined ? null : check(db, read(text))),
  };
}
