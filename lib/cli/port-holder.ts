import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * The process that listens on a port, where the system tells: Linux, and processes of the same account unless this is
 * root.
 * @returns such as `node (process 1234)`, or null if it is unknown
 */
export function findPortHolder(port: number): string | null {
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
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => sockets.has(readlinkSync(`/proc/${pid}/fd/${fd}`)));
  } catch {
    // It belongs to another account, or has ended.
    return false;
  }
}
