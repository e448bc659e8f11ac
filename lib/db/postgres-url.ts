/** The PostgreSQL servers in a DATABASE_URL, as libpq reads it. */
export type PostgresServers = {
  /** A URL for each server, in their order, without the parts that only libpq understands. */
  readonly urls: readonly [string, ...string[]];
  /** True if only a server that accepts writes may be used. */
  readonly mustTakeWrites: boolean;
};

const expected = 'expected file:./data/signet.db or postgresql://user:password@host:5432/database';
const expectedTarget =
  'expected target_session_attrs=read-write or target_session_attrs=primary, because Signet writes to the database';

/** With several servers, `any` could connect to a standby. */
const targets = new Set(['any', 'read-write', 'primary']);

/**
 * Reads `postgresql://user:password@host1:5432,host2:5432/database?target_session_attrs=read-write`. With several
 * hosts, the server must accept writes even if the URL does not say so.
 * @returns the servers, or the problem
 */
export function readPostgresUrl(text: string): PostgresServers | { readonly problem: string } {
  const [, scheme, user = '', hosts = '', path = '', query = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#@]*)(\/[^?#]*)?(?:\?([^#]*))?$/.exec(text) ?? [];
  if (scheme === undefined || `${hosts}${path}${query}` === '') return { problem: expected };
  const parameters = query.split('&').filter((pair) => pair !== '');
  const target = new URLSearchParams(query).get('target_session_attrs') ?? 'any';
  if (!targets.has(target)) return { problem: expectedTarget };
  const others = parameters.filter((pair) => !pair.startsWith('target_session_attrs='));
  const rest = `${path}${others.length === 0 ? '' : `?${others.join('&')}`}`;
  const [first = '', ...more] = hosts.split(',');
  const toUrl = (host: string) => `${scheme}${user}${host}${rest}`;
  const urls = [toUrl(first), ...more.map(toUrl)] as const;
  const isNamed = more.length === 0 || [first, ...more].every((host) => host !== '');
  if (!isNamed || !urls.every((url) => URL.canParse(url))) return { problem: expected };
  if (new URLSearchParams(query).get('host')?.includes(',')) {
    return { problem: 'expected several hosts before the database: postgresql://host1:5432,host2:5432/database' };
  }
  return { urls, mustTakeWrites: more.length > 0 || target !== 'any' };
}

/** The URL without its credentials: user, password and parameters. */
export function withoutCredentials(databaseUrl: string): string {
  return databaseUrl.replace(/^(postgres(?:ql)?:\/\/)(?:[^/?#]*@)?([^?#]*).*$/s, '$1$2');
}
