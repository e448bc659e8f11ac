import { describeProblem, isConfigurationError } from '#lib/config/problem';
import { isDatabaseUnavailable, isUnusableFile } from '#lib/db/database-errors';
import { isListenError, type ListenError } from '#lib/http/listen-error';
import type { Settings } from '#lib/settings/settings';
import { describeSystemError } from '#lib/vocabulary/system-error';
import { findPortHolder } from './port-holder';

const mostProblems = 20;

/** Errors whose message already says what to change. */
const explained: readonly unknown[] = [
  'command_failed',
  'wrong_secret',
  'invalid_setting',
  'invalid_configuration',
  'unreleased_database',
  'stale_log',
];

/**
 * Why the program cannot start or finish: a line for each wrong setting, each problem of a configuration, or the one
 * reason.
 * @param settings null if they could not be read
 */
export function explainFailures(error: unknown, settings: Settings | null): string[] {
  if (isConfigurationError(error)) {
    const lines = error.problems.slice(0, mostProblems).map((problem) => describeProblem(error.file, problem));
    const more = error.problems.length - lines.length;
    return more > 0 ? [...lines, `${error.file}: and ${more} more`] : lines;
  }
  const others = error instanceof Error && 'others' in error && Array.isArray(error.others) ? error.others : [];
  return [error, ...others].map((each) => explainFailure(each, settings));
}

/**
 * Why the program cannot start or finish, in one line that says what to change.
 * @param settings null if they could not be read
 */
export function explainFailure(error: unknown, settings: Settings | null): string {
  const message = oneLine(error);
  if (error instanceof Error && 'code' in error && explained.includes(error.code)) return message;
  if (isListenError(error)) return explainListening(error, settings);
  if (isDatabaseUnavailable(error)) return `DATABASE_URL: expected a database that answers: ${message}`;
  if (isUnusableFile(error)) return `DATABASE_URL: expected a SQLite database that can be read and written: ${message}`;
  return message;
}

function explainListening({ host, port, reason }: ListenError, settings: Settings | null): string {
  const source = settings?.mtls?.source;
  const name = source?.kind === 'listener' && source.port === port ? 'SIGNET_MTLS_PORT' : 'PORT';
  if (reason === 'EADDRINUSE') {
    const holder = findPortHolder(port);
    return `${name}: expected a free port; ${port} on ${host} is in use${holder === null ? '' : ` by ${holder}`}`;
  }
  return `HOST, ${name}: expected an address this process may listen on; ${host}:${port} is not (${reason})`;
}

/** An error of a system call, such as ENOENT of `open`. */
function isSystemError(error: Error): boolean {
  return 'syscall' in error && 'code' in error;
}

/** The messages along the chain of causes, outermost first. */
function oneLine(error: unknown): string {
  const messages: string[] = [];
  for (let link = error; link instanceof Error && messages.length < 5; link = link.cause) {
    const path = 'path' in link && messages.length === 0 ? `${link.path}: ` : '';
    const words = isSystemError(link) ? `${path}${describeSystemError(link)}` : link.message;
    const text = words.replace(/\s+/g, ' ').trim();
    if (text !== '') messages.push(text);
  }
  return messages.length === 0 ? 'unknown error' : messages.join(': ');
}
