import { isDatabaseUnavailable, isUnusableFile } from '#lib/db/database-errors';
import { isListenError, type ListenError } from '#lib/http/listen-error';
import type { Settings } from '#lib/settings/settings';

/** Errors whose message already says what to change. */
const explained: readonly unknown[] = [
  'command_failed',
  'wrong_secret',
  'invalid_setting',
  'invalid_configuration',
  'unreleased_database',
];

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
  if (reason === 'EADDRINUSE') return `${name}: expected a free port; ${port} on ${host} is in use`;
  return `HOST, ${name}: expected an address this process may listen on; ${host}:${port} is not (${reason})`;
}

/** The messages along the chain of causes, outermost first. */
function oneLine(error: unknown): string {
  const messages: string[] = [];
  for (let link = error; link instanceof Error && messages.length < 5; link = link.cause) {
    const text = link.message.replace(/\s+/g, ' ').trim();
    if (text !== '') messages.push(text);
  }
  return messages.length === 0 ? 'unknown error' : messages.join(': ');
}
