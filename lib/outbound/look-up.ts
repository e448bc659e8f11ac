import { Resolver } from 'node:dns/promises';
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import type { OutboundCause, Resolve } from './resolve-target';

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

const windowsHosts = 'C:/Windows/System32/drivers/etc/hosts';
const hostsFile = process.platform === 'win32' ? windowsHosts : '/etc/hosts';

/**
 * The addresses that this machine itself has for a name: those of its hosts file, and loopback for `localhost` and names
 * below it, which no name server is asked for (RFC 6761 §6.3).
 * @param name in lower case, without the dot of the root
 */
export function findInHosts(name: string, file = hostsFile): readonly string[] {
  const listed = readHosts(file).get(name);
  if (listed !== undefined) return listed;
  return name === 'localhost' || name.endsWith('.localhost') ? ['127.0.0.1', '::1'] : [];
}

/**
 * A name and those that the search list of `resolv.conf` makes of it, in the order in which they are asked for. A name
 * with a dot is asked for as it is first, whatever `ndots` says: most of them are whole.
 */
export function searchedNames(name: string, file = '/etc/resolv.conf'): readonly string[] {
  const completed = readSearch(file).map((suffix) => `${name}.${suffix}`);
  return name.includes('.') ? [name, ...completed] : [...completed, name];
}

/** resolv.conf(5): the last `search` or `domain` counts. */
export function parseSearch(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trim().split(/\s+/));
  const [keyword, ...suffixes] = lines.findLast(([word]) => word === 'search' || word === 'domain') ?? [];
  const kept = keyword === 'domain' ? suffixes.slice(0, 1) : suffixes;
  return kept.map((suffix) => suffix.toLowerCase().replace(/\.$/, '')).filter((suffix) => suffix !== '');
}

/** hosts(5): an address, then its names. A name may stand in several lines. */
export function parseHosts(text: string): ReadonlyMap<string, readonly string[]> {
  const addresses = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names.map((one) => one.toLowerCase())) {
      const others = addresses.get(name);
      if (others === undefined) addresses.set(name, [address]);
      else if (!others.includes(address)) others.push(address);
    }
  }
  return addresses;
}

const readHosts = cacheParsed(parseHosts);
const readSearch = cacheParsed(parseSearch);

/** Reads a small file of the system, again only when it was changed. */
function cacheParsed<Value>(parse: (text: string) => Value): (file: string) => Value {
  const kept = new Map<string, { readonly version: string; readonly value: Value }>();
  return (file) => {
    const version = versionOf(file);
    const known = kept.get(file);
    if (known?.version === version) return known.value;
    const value = parse(version === '' ? '' : readFileSync(file, 'utf8'));
    kept.set(file, { version, value });
    return value;
  };
}

/** Empty if there is no such file. */
function versionOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeMs}`;
}
