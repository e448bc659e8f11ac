import type { PrismaClient } from './generated/sqlite/client';
import type { Prepared } from './prepared';

/** The Prisma client; the SQLite client's types stand for both dialects. */
export type Database = PrismaClient & {
  /** For the few hot statements. What runs here is never part of a transaction of the client. */
  readonly prepared: Prepared;
};

/** The client inside `transaction()`. Functions that may run in either take `Database | Transaction`. */
export type Transaction = Omit<PrismaClient, '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'>;
