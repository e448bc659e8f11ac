import { format } from 'node:util';
import pino, { type Logger as PinoLogger } from 'pino';

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

const levelNames: Readonly<Record<number, string>> = { 20: 'debug', 30: 'info ', 40: 'warn ', 50: 'error' };

/** Turns JSON log lines into readable ones: time, level, message, then the other fields as name=value. */
export function readableLines(print: (line: string) => void): { write(line: string): void } {
  return { write: (line) => print(`${toReadable(JSON.parse(line))}\n`) };
}

function toReadable({ time, level, msg, err, ...fields }: Record<string, unknown>): string {
  const shown = Object.entries(fields).map(
    ([name, value]) => `${name}=${clean(typeof value === 'string' ? value : JSON.stringify(value))}`,
  );
  const clock = String(time).slice(11, 19);
  const stack = typeof err === 'object' && err !== null && 'stack' in err ? `\n${cleanLines(String(err.stack))}` : '';
  return `${clock} ${levelNames[Number(level)] ?? level} ${clean(String(msg))} ${shown.join(' ')}`.trimEnd() + stack;
}

/** A caller's text must not control the terminal. */
function clean(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '?');
}

/** The lines of a stack. Its message may contain a caller's text. */
function cleanLines(text: string): string {
  return text.split('\n').map(clean).join('\n');
}

/**
 * Turns the output of libraries (notes of Next, and errors of pages with their stack) into log lines, so that standard
 * output contains nothing else.
 * @param requestId returns the ID of the current request, if any
 */
export function captureConsole(log: Logger, requestId: () => string | undefined): void {
  const at =
    (level: 'debug' | 'warn' | 'error') =>
    (...values: unknown[]) => {
      const error = values.find((value) => value instanceof Error);
      if (error === undefined) log[level](format(...values).trim());
      else log[level]({ err: error, requestId: requestId() }, 'reported by a library');
    };
  Object.assign(console, {
    log: at('debug'),
    info: at('debug'),
    debug: at('debug'),
    warn: at('warn'),
    error: at('error'),
  });
}
