import type { DriverRow } from './statement';

/** The text in a column. @throws if it contains anything else */
export function text(row: DriverRow, column: string): string {
  return textOrNull(row, column) ?? wrong(column);
}

export function textOrNull(row: DriverRow, column: string): string | null {
  const value = row[column];
  return value === null || typeof value === 'string' ? value : wrong(column);
}

/** The time in a column. @throws if it contains anything else */
export function time(row: DriverRow, column: string): Date {
  return timeOrNull(row, column) ?? wrong(column);
}

export function timeOrNull(row: DriverRow, column: string): Date | null {
  const value = textOrNull(row, column);
  if (value === null) return null;
  // PostgreSQL writes `2026-01-01 12:00:00.5` in UTC. SQLite stores `2026-01-01T12:00:00.500+00:00`.
  return new Date(value.includes('T') ? value : `${value.replace(' ', 'T')}Z`);
}

/** The whole number in a column. @throws if it contains anything else */
export function integer(row: DriverRow, column: string): number {
  return integerOrNull(row, column) ?? wrong(column);
}

/** PostgreSQL sends it as text. @throws if it contains anything else */
export function integerOrNull(row: DriverRow, column: string): number | null {
  const value = row[column];
  if (value === null) return null;
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? number : wrong(column);
}

/** The boolean in a column. @throws if it contains anything else */
export function flag(row: DriverRow, column: string): boolean {
  switch (row[column]) {
    case 't':
    case 1:
      return true;
    case 'f':
    case 0:
      return false;
    default:
      return wrong(column);
  }
}

function wrong(column: string): never {
  throw new Error(`the column ${column} does not hold what is read from it`);
}
