import pino, { type Logger as PinoLogger } from 'pino';
import { readableLines } from './readable-lines';

/** Structured log lines. Never pass tokens, codes, passwords, cookies or query strings. */
export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error'>;

/** The log of a whole process, from which the loggers of its requests come. */
export type ProcessLog = {
  readonly logger: Logger;
  /** A logger whose lines carry the request id. */
  forRequest(requestId: string): Logger;
  /** Writes out what is still held back. */
  flush(): void;
};

/**
 * Lines are gathered for so many bytes or milliseconds: one write for many requests. No write is larger than what a
 * pipe takes in one piece (PIPE_BUF), so that the lines of several workers never run into each other.
 */
const gather = { minLength: 3_000, maxWrite: 4_096, periodicFlush: 200 };

export type Destination = { write(line: string): void; flushSync?(): void };

/**
 * Opens the log on standard output: JSON lines, or readable ones on a terminal. What is held back is written out
 * when the process exits.
 */
export function openLog(level: string): ProcessLog {
  if (process.stdout.isTTY)
    return createLog(
      level,
      readableLines((line) => process.stdout.write(line)),
    );
  return createLog(level, pino.destination({ dest: 1, sync: false, ...gather }));
}

/** @param destination takes one JSON line a call */
export function createLog(level: string, destination: Destination): ProcessLog {
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  return {
    logger,
    forRequest: (requestId) => logger.child({ requestId }),
    flush: () => destination.flushSync?.(),
  };
}
