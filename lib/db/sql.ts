import { Prisma } from './generated/sqlite/client';

/** The text and values of a statement, to be composed from parts and passed to `$queryRaw`. */
export const { sql, join, empty } = Prisma;
