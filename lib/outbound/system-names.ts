import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';

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

const readHosts = keepParsed(parseHosts);
const readSearch = keepParsed(parseSearch);

/** Reads a small file of the system, again only when it was changed. */
function keepParsed<Value>(parse: (text: string) => Value): (file: string) => Value {
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
