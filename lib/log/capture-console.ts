import { format } from 'node:util';
import type { Logger } from './log';

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
