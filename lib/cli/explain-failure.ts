import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { describeProblem, isConfigurationError } from '#lib/config/problem';
import { isDatabaseUnavailable, isUnusableFile } from '#lib/db/database-errors';
import { isListenError, type ListenError } from '#lib/http/run-server';
import type { Settings } from '#lib/settings/settings';
import { describeSystemError } from '#lib/vocabulary/system-error';

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
  if (isDatabaseUnavailable(error)) return `DATABASE_URL: cannot connect to the database: ${message}`;
  if (isUnusableFile(error)) return `DATABASE_URL: cannot read and write the SQLite database: ${message}`;
  return message;
}

function explainListening({ host, port, reason }: ListenError, settings: Settings | null): string {
  const source = settings?.mtls?.source;
  const name = source?.kind === 'listener' && source.port === port ? 'SIGNET_MTLS_PORT' : 'PORT';
  if (reason === 'EADDRINUSE') {
    const holder = findPortHolder(port);
    return `${name}: expected a free port; ${port} on ${host} is in use${holder === null ? '' : ` by ${holder}`}`;
  }
  return `HOST, ${name}: expected an address this process can listen on; cannot listen on ${host}:${port} (${reason})`;
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

/**
 * The process that listens on a port, where the system tells: Linux, and processes of the same account unless this is
 * root.
 * @returns such as `node (process 1234)`, or null if it is unknown
 */
function findPortHolder(port: number): string | null {
  try {
    const sockets = new Set(['tcp', 'tcp6'].flatMap((table) => listeningInodes(table, port)));
    if (sockets.size === 0) return null;
    const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && holds(name, sockets));
    return pid === undefined ? null : `${readFileSync(`/proc/${pid}/comm`, 'utf8').trim()} (process ${pid})`;
  } catch {
    return null;
  }
}

/** The sockets of a table of the kernel that listen (state 0A) on a port, as file descriptors name them. */
function listeningInodes(table: string, port: number): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return readFileSync(`/proc/net/${table}`, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = '', , state]) => local.endsWith(suffix) && state === '0A')
    .map((columns) => `socket:[${columns[9]}]`);
}

function holds(pid: string, sockets: ReadonlySet<string>): boolean {
  const folder = `/proc/${pid}/fd`;
  // The process may belong to another account or have ended, and a descriptor may be closed meanwhile.
  const list = orElse<string[]>([], () => readdirSync(folder));
  return list.some((fd) => sockets.has(orElse('', () => readlinkSync(`${folder}/${fd}`))));
}

function orElse<Value>(fallback: Value, read: () => Value): Value {
  try {
    return read();
  } catch {
    return fallback;
  }
}
