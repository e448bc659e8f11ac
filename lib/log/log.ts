import pino, { type Logger as PinoLogger } from 'pino';
import { readableLines } from './readable-lines';

/** Structured log lines. Never pass tokens, codes, passwords, cookies or query strings. */
export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error'>;

/** The log of a process, which creates the loggers of its requests. */
export type ProcessLog = {
  readonly logger: Logger;
  /** A logger whose lines contain the request ID. */
  forRequest(requestId: string): Logger;
  /** Writes all buffered lines. */
  flush(): void;
};

/**
 * Lines are buffered up to this number of bytes or milliseconds, so that one write serves many requests. No write is
 * larger than a pipe takes atomically (PIPE_BUF), so the lines of several workers are never mixed.
 */
const gather = { minLength: 3_000, maxWrite: 4_096, periodicFlush: 200 };

type Destination = { write(line: string): void; flushSync?(): void };

/**
 * Opens the log on standard output, with JSON lines, or readable lines on a terminal. Buffered lines are written when
 * the process exits.
 */
export function openLog(level: string): ProcessLog {
  if (process.stdout.isTTY)
    return createLog(
      level,
      readableLines((line) => process.stdout.write(line)),
    );
  return createLog(level, pino.destination({ dest: 1, sync: false, ...gather }));
}

/** @param destination gets one JSON line in each call */
export function createLog(level: string, destination: Destination): ProcessLog {
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  return {
    logger,
    forRequest: (requestId) => logger.child({ requestId }),
    flush: () => destination.flushSync?.(),
  };
}
