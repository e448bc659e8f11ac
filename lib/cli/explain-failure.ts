import { isDatabaseUnavailable } from '#lib/db/transaction';
import type { Settings } from '#lib/settings/settings';

/**
 * Why the program cannot start, in one line that says what to change.
 * @param settings null if they could not be read
 */
export function explainFailure(error: unknown, settings: Settings | null): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `PORT: expected a free port; ${settings?.port} on ${settings?.host} is in use`;
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
    return `HOST, PORT: expected an address this process may listen on; ${settings?.host}:${settings?.port} is not (${code})`;
  }
  if (code === 'wrong_secret' || code === 'invalid_setting' || code === 'invalid_configuration') return oneLine(error);
  if (isDatabaseUnavailable(error)) return `DATABASE_URL: expected a database that answers: ${oneLine(error)}`;
  return oneLine(error);
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
