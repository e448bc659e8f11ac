import type { PrismaClient } from './generated/sqlite/client';
import type { Prepared } from './prepared';

import type { Dialect } from './statement';
/** The Prisma client. The types of the SQLite client are used for both dialects. */
export type Database = PrismaClient & {
  readonly dialect: Dialect;
  /** For the few frequent statements. They never run inside a transaction of the client. */
  readonly prepared: Prepared;
};

/** The client inside `transaction()`. A function that works in both takes `Database | Transaction`. */
export type Transaction = Omit<Database, '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends' | 'prepared'>;
