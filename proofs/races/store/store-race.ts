import type { Database } from '#lib/db/database';

/** Something that a store uses up or counts, for as many uses at once as there are. */
export type StoreRace = {
  /** A sentence: "A mail is claimed for one attempt". */
  readonly promise: string;
  /** The places of the code that decide it, as find-uses.ts names them. */
  readonly places: readonly string[];
  /** How many uses there are at once, in both processes together. */
  readonly uses: number;
  /** How many of them succeed; null where all do, and `check` says what they did. */
  readonly successes: number | null;
  /** The most rounds, for what takes long. */
  readonly rounds: number;
  /** Makes what the uses of one round share. @returns it as JSON */
  readonly prepare: (db: Database) => Promise<string>;
  /** One use, in one of the processes. @returns whether it succeeded */
  readonly use: (db: Database, shared: string, index: number) => Promise<boolean>;
  /** Looks at what the uses left behind. @returns what is wrong with it; null if nothing is */
  readonly check: (db: Database, shared: string) => Promise<string | null>;
};

type Definition<Shared> = Pick<StoreRace, 'promise' | 'places'> &
  Partial<Pick<StoreRace, 'uses' | 'successes' | 'rounds'>> & {
    readonly prepare: (db: Database) => Promise<Shared>;
    readonly use: (db: Database, shared: Shared, index: number) => Promise<boolean>;
    readonly check?: (db: Database, shared: Shared) => Promise<string | null>;
  };

/** Uses in both processes together, if a race does not say otherwise. */
const usualUses = 16;

/** @param definition whose `prepare` returns something that JSON keeps as it is */
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
