import { Resolver } from 'node:dns/promises';
import type { OutboundCause, Resolve } from './resolve-target';
import { findInHosts, searchedNames } from './system-names';

type LookUpOptions = {
  /** Addresses of name servers instead of those of the system. */
  readonly servers?: readonly string[];
  readonly deadlineMs?: number;
};

/** How many names a cause may ask for at once. As many as the largest batch, that of logout notices, and some. */
const mostAtOnce = 32;

/** Less than a request may take (security #125), so that an address that was found can still be asked. */
const usualDeadlineMs = 3_000;

/** How long the addresses of one family wait for those of the other, which a broken name server may never give. */
const graceMs = 250;

/**
 * Creates a resolver that never waits longer than its deadline and holds nothing after it. It asks as the system does:
 * its hosts file, then its name servers (`resolv.conf`), for A and AAAA. It uses no thread of the process, unlike
 * getaddrinfo, where a silent name server held all of them and with them every other request.
 */
export function createLookUp({ servers, deadlineMs = usualDeadlineMs }: LookUpOptions = {}): Resolve {
  const underWay = new Map<string, Promise<readonly string[]>>();
  const counts = new Map<OutboundCause, number>();
  return async (hostname, { cause, isAllowed }) => {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    const known = findInHosts(name);
    if (known.length > 0) return known;
    const key = `${cause} ${name}`;
    const running = underWay.get(key);
    if (running !== undefined) return running;
    const count = counts.get(cause) ?? 0;
    if (count >= mostAtOnce) throw new Error(`${mostAtOnce} names are being looked up for ${cause} already`);
    counts.set(cause, count + 1);
    const asked = ask(isAllowed ? searchedNames(name) : [name], servers, deadlineMs).finally(() => {
      underWay.delete(key);
      counts.set(cause, (counts.get(cause) ?? 1) - 1);
    });
    underWay.set(key, asked);
    return asked;
  };
}

/** Asks for one name after the other until one has addresses. Then, or at the deadline, every question is taken back. */
async function ask(
  names: readonly string[],
  servers: readonly string[] | undefined,
  deadlineMs: number,
): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: Math.ceil(deadlineMs / 3), tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  let isOver = false;
  const deadline = setTimeout(() => {
    isOver = true;
    resolver.cancel();
  }, deadlineMs);
  try {
    for (const name of names) {
      const found = await askForBoth(resolver, name);
      if (found.length > 0) return found;
    }
    return [];
  } catch (cause) {
    throw isOver ? new Error(`no name server answered within ${deadlineMs} ms`, { cause }) : cause;
  } finally {
    clearTimeout(deadline);
  }
}

/** The addresses of both families, IPv4 first: more machines can reach them. */
async function askForBoth(resolver: Resolver, name: string): Promise<readonly string[]> {
  let grace: NodeJS.Timeout | undefined;
  const answers = await Promise.allSettled(
    [resolver.resolve4(name), resolver.resolve6(name)].map(async (question) => {
      const addresses = await question;
      grace ??= setTimeout(() => resolver.cancel(), graceMs);
      return addresses;
    }),
  );
  clearTimeout(grace);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length > 0) return found;
  for (const answer of answers) if (answer.status === 'rejected' && !isAbsence(answer.reason)) throw answer.reason;
  return [];
}

/** NXDOMAIN, or a name without addresses of the family. */
function isAbsence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA');
}
