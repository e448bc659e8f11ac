import { Prisma } from './generated/sqlite/client';

/** Text and values of a statement, to be put together from parts and given to `$queryRaw`. */
export const { sql, join, empty } = Prisma;
