import type { PrismaClient } from './generated/sqlite/client';

/** The Prisma client; the SQLite client's types stand for both dialects. */
export type Database = PrismaClient;

/** The client inside `transaction()`. Functions that may run in either take `Database | Transaction`. */
export type Transaction = Omit<PrismaClient, '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'>;
