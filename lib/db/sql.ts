import { Prisma } from './generated/sqlite/client';

/** Composes the text and values of a statement from parts, for `$queryRaw`. */
export const { sql, join, empty } = Prisma;
