import { CommandError } from './command';

/** Packages, pages and connections: a server with less fails in the middle of its start. */
const fewest = 256;

/**
 * Checks how many files this process may open at once.
 * @throws CommandError with what to set
 */
export function requireOpenFiles(limit = readLimit()): void {
  if (limit === null || limit >= fewest) return;
  throw new CommandError(
    `this process can open only ${limit} files at once, and needs ${fewest}: run "ulimit -n 1024", or set LimitNOFILE=1024 in its systemd unit`,
  );
}

/** Null if there is no limit, or the system does not tell. Node raises the soft limit to the hard one when it starts. */
function readLimit(): number | null {
  // Otherwise the report would look up the names of every connection.
  Reflect.set(process.report, 'excludeNetwork', true);
  const report: unknown = process.report.getReport();
  const limits = member(member(report, 'userLimits'), 'open_files');
  const soft = member(limits, 'soft');
  return typeof soft === 'number' ? soft : null;
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
