/**
 * The pages of the portal that a sign-in may lead to: only plain segments below the administration or the account (open
 * redirects).
 */
const areaPath = /^\/(?:admin|account)(?:\/[A-Za-z0-9_~%:.-]{1,200}){0,8}$/;

/** The place and the page size of a list. */
const place = ['after', 'before', 'size'];
const period = ['range', 'from', 'to'];

const clientFilter = ['q', 'kind', 'state', 'origin', 'use', 'secrets', 'tenant', 'scope', 'sort'];
const agentFilter = ['q', 'trust', 'source', 'use', 'sort'];
const userFilter = ['q', 'state', 'role', 'signed_in', 'attack', 'provider', 'tenant', 'group', ...period, 'sort'];

/** An action on several lines of a list. Each selected line is its own parameter (checkboxName()). */
const bulk = ['action', 'all'];
const ticked = /^id\.[^\p{Cc}]{1,512}$/u;

type KnownNames = readonly [page: RegExp, names: readonly string[], others?: RegExp];

/**
 * The parameters of a page's address that a sign-in keeps: the names that the page reads, without messages of completed
 * actions.
 */
const keptNames: readonly KnownNames[] = [
  [/^\/account\/activity$/, ['before']],
  [/^\/admin$/, ['range']],
  [/^\/admin\/agents$/, [...agentFilter, ...place]],
  [/^\/admin\/agents\/bulk$/, [...bulk, ...agentFilter], ticked],
  [
    /^\/admin\/audit$/,
    [
      'q',
      ...period,
      'type',
      'reason',
      'user',
      'group',
      'outcome',
      'actor',
      'target',
      'client',
      'provider',
      'address',
      'request',
      ...place,
    ],
  ],
  [/^\/admin\/checks$/, ['rule', 'page']],
  [/^\/admin\/checks\/dismiss$/, ['rule', 'key']],
  [/^\/admin\/checks\/fix$/, ['rule']],
  [/^\/admin\/clients$/, [...clientFilter, ...place]],
  [/^\/admin\/clients\/bulk$/, [...bulk, ...clientFilter], ticked],
  [/^\/admin\/(?:agents|clients|users)\/bulk\/result$/, ['of']],
  [
    /^\/admin\/clients\/new\/[^/]+$/,
    [
      'client_id',
      'client_name',
      'redirect_uris',
      'post_logout_redirect_uris',
      'scope',
      'new_scope',
      'access',
      'expires_in_days',
    ],
  ],
  [/^\/admin\/clients\/import$/, ['from']],
  [/^\/admin\/clients\/[^/]+\/(?:settings|access|credentials|tokens)$/, ['all']],
  [/^\/admin\/groups$/, ['q', 'state', ...place]],
  [/^\/admin\/groups\/(?!new$)[^/]+$/, [...userFilter, ...place]],
  [/^\/admin\/history$/, place],
  [/^\/admin\/history\/\d+$/, ['page']],
  [/^\/admin\/providers$/, ['q', ...place]],
  [/^\/admin\/providers\/new\/[^/]+$/, ['issuer', 'display_name', 'name']],
  [/^\/admin\/debug$/, ['q']],
  [/^\/admin\/debug\/requests$/, ['reference', 'client', 'endpoint', 'provider', ...period, ...place]],
  [/^\/admin\/debug\/traces$/, ['client', 'client_chosen']],
  [/^\/admin\/scopes$/, ['q', 'type', ...place]],
  [/^\/admin\/scopes\/[^/]+(\/translations)?$/, ['language']],
  [/^\/admin\/search$/, ['q']],
  [
    /^\/admin\/debug\/simulator$/,
    ['address', 'client', 'client_chosen', 'redirect_uri', 'scope', 'user', 'user_chosen', 'member_of', 'trial'],
  ],
  [/^\/admin\/tenants$/, ['q', ...place]],
  [/^\/admin\/users\/[^/]+\/confirm\/[a-z-]+$/, ['id', 'provider', 'issuer', 'subject']],
  [/^\/admin\/users$/, [...userFilter, ...place]],
  [/^\/admin\/users\/bulk$/, [...bulk, ...userFilter], ticked],
  [/^\/admin\/users\/[^/]+$/, ['show', 'before', 'all']],
  [/^\/admin\/users\/[^/]+\/access$/, ['page']],
  [/^\/admin\/clients\/[^/]+\/people$/, ['user', 'role', 'group', 'use', 'ends', ...place]],
];

/** In characters. Longer queries are left out, because an address is sent in headers, which have a limit. */
const maximumQuery = 4000;

/**
 * The requested page if it belongs to the area, otherwise the first page of the area. Only known parameters of its
 * query are kept, and they are encoded again (security #134).
 * @param address path and query, untrusted
 */
export function toArea(address: string | undefined, signInPath: string): string {
  const area = signInPath.split('/')[1] === 'account' ? '/account' : '/admin';
  const [path = '', ...rest] = (address ?? '').split('?');
  const isBelow = path === area || path.startsWith(`${area}/`);
  const isSignIn = path.startsWith(`${area}/sign-in`);
  if (!isBelow || isSignIn || !areaPath.test(path) || !isPlain(path)) return area;
  const query = keptQuery(path, rest.join('?'));
  return query === '' ? path : `${path}?${query}`;
}

/** Resolves the path as a browser does: `..` goes up, however it is encoded. */
function isPlain(path: string): boolean {
  return new URL(path, 'https://op.example').pathname === path;
}

/** The parameters that a page knows, from a parsed query. All others are dropped. */
export function knownQuery(path: string, query: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const names = namesOf(path, Object.keys(query));
  return Object.fromEntries(names.flatMap((name) => (query[name] ? [[name, query[name]]] : [])));
}

/**
 * The parameter names that a page knows, in its order.
 * @param asked the names in an address
 */
function namesOf(path: string, asked: Iterable<string>): readonly string[] {
  const [, names = [], others] = keptNames.find(([page]) => page.test(path)) ?? [];
  return others === undefined ? names : [...names, ...[...new Set(asked)].filter((name) => others.test(name))];
}

function keptQuery(path: string, query: string): string {
  const asked = new URLSearchParams(query.slice(0, maximumQuery + 1));
  const kept = namesOf(path, asked.keys()).flatMap((name) => {
    const [value, ...more] = asked.getAll(name);
    return value === undefined || value === '' || more.length > 0 ? [] : [[name, value]];
  });
  const text = new URLSearchParams(kept).toString();
  return query.length > maximumQuery || text.length > maximumQuery ? '' : text;
}
