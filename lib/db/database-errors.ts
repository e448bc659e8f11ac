/** Thrown if the database could not answer in time. The response is 503, and nothing was changed. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  readonly code = 'database_unavailable';
}

const uniqueViolation = new Set([
  'P2002',
  'UniqueConstraintViolation',
  '23505',
  'SQLITE_CONSTRAINT_UNIQUE',
  'SQLITE_CONSTRAINT_PRIMARYKEY',
]);

const foreignKeyViolation = new Set(['P2003', '23503', 'SQLITE_CONSTRAINT_FOREIGNKEY']);

/** The transaction lost against another one and changed nothing, so it can run again. */
const conflict = new Set(['P2034', 'TransactionWriteConflict', '40001', '40P01', 'configuration_held']);

const unavailable = new Set([
  'database_unavailable',
  // Prisma: refused, unreachable, timed out, connection closed, no connection or transaction in time, too many
  // connections.
  'P1000',
  'P1001',
  'P1002',
  'P1003',
  'P1008',
  'P1010',
  'P1011',
  'P1017',
  'P2024',
  'P2028',
  'P2037',
  // The driver adapters' names for the same errors.
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
  'TlsConnectionError',
  // PostgreSQL: canceled by a timeout, lock not available, shutting down, starting up, a standby after a failover.
  '57014',
  '55P03',
  '57P01',
  '57P02',
  '57P03',
  '25006',
  '40003',
  // Sockets.
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // Errors of the disk with SQLite's log.
  'EIO',
  'ENOSPC',
  'EDQUOT',
]);

/** Messages of connection failures that have no code in pg. */
const connectionMessage =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after|The client was closed)/;

/** True if a unique or primary key constraint refused the write. */
export function isUniqueViolation(error: unknown): boolean {
  return errorCodes(error).some((code) => uniqueViolation.has(code));
}

/** True if a row refers to one that is gone. The statement changed nothing. */
export function isForeignKeyViolation(error: unknown): boolean {
  return errorCodes(error).some((code) => foreignKeyViolation.has(code));
}

/** True if PostgreSQL refused a value (data exception, integrity constraint). The statement changed nothing. */
export function isRefusedValue(error: unknown): boolean {
  return errorCodes(error).some((code) => /^(22|23)\w{3}$/.test(code));
}

/** True if the transaction can be run again: serialization failure, deadlock or a busy SQLite file. */
export function isConflict(error: unknown): boolean {
  return errorCodes(error).some((code) => conflict.has(code) || code.startsWith('SQLITE_BUSY'));
}

/** True for a lost connection, a timeout, an unavailable server or a full disk. The endpoint answers 503. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return (
    errorCodes(error).some(
      (code) =>
        unavailable.has(code) ||
        conflict.has(code) ||
        // PostgreSQL: connection exception, insufficient resources, system error.
        /^(08|53|58)\w{3}$/.test(code) ||
        /^SQLITE_(BUSY|LOCKED|IOERR|FULL|CANTOPEN)/.test(code),
    ) || errorMessages(error).some((message) => connectionMessage.test(message))
  );
}

/** True for a SQLite file that is read-only, damaged or something else. */
export function isUnusableFile(error: unknown): boolean {
  return errorCodes(error).some((code) => /^SQLITE_(READONLY|PERM|NOTADB|CORRUPT)/.test(code));
}

/** All codes and driver kinds along the chain of causes. Prisma hides the driver's error in `meta`. */
function errorCodes(error: unknown): string[] {
  return chain(error).flatMap((link) =>
    ['code', 'kind', 'originalCode'].flatMap((name) => {
      const value = field(link, name);
      return typeof value === 'string' ? [value] : [];
    }),
  );
}

function errorMessages(error: unknown): string[] {
  return chain(error).flatMap((link) => {
    const message = field(link, 'message');
    return typeof message === 'string' ? [message] : [];
  });
}

function chain(error: unknown, depth = 0): object[] {
  if (typeof error !== 'object' || error === null || depth > 5) return [];
  const nested = [field(error, 'cause'), field(field(error, 'meta'), 'driverAdapterError'), ...aggregated(error)];
  return [error, ...nested.flatMap((inner) => chain(inner, depth + 1))];
}

/**
 * The errors inside an AggregateError. If a name has several addresses, Node reports a refused connection as one error
 * that contains one for each address.
 */
function aggregated(error: object): unknown[] {
  return error instanceof AggregateError ? error.errors : [];
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
