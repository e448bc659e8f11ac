/** A table that a statement reads, and the columns by which it finds the rows there. */
export type Access = {
  readonly table: string;
  /** Null for a scan. */
  readonly by: readonly string[] | null;
  /** An index has the rows in order and decides every condition, so the statement stops at its LIMIT. */
  readonly isPage: boolean;
  readonly line: string;
};

/**
 * Tables that people, requests or time make longer. What is not here belongs to the configuration and its history, or has
 * as many rows as there are kinds of things.
 */
export const growing: ReadonlySet<string> = new Set([
  'AccessToken',
  'AccountLink',
  'AccountNotice',
  'ActiveUser',
  'AccessRequest',
  'AgentRequest',
  'AuditEvent',
  'AuditSeal',
  'Authenticator',
  'AuthorizationCode',
  'AuthorizationRequest',
  'Browser',
  'ClientUsage',
  'Consent',
  'DeviceRequest',
  'DocumentRequest',
  'EmailCode',
  'EnteredCode',
  'Explanation',
  'ExplanationReference',
  'FactorFailure',
  'Grant',
  'IdempotentRequest',
  'Interaction',
  'KnownBrowser',
  'LogoutNotice',
  'Membership',
  'OutboxMail',
  'Passkey',
  'PasskeyChallenge',
  'PasswordLink',
  'PendingAccount',
  'PortalSignIn',
  'PushedRequest',
  'RateLimit',
  'RecoveryCode',
  'RefreshToken',
  'RevokedToken',
  'ScopeUse',
  'Session',
  'SessionClient',
  'TraceMark',
  'TraceStep',
  'TrustedDevice',
  'UpstreamLogout',
  'UpstreamSession',
  'UpstreamSignIn',
  'UsedJwt',
  'User',
  'UserIdentity',
  'UserPicture',
  'UserWord',
]);

/** Columns of which one value can be that of most rows: an index on them alone reads a large part of the table. */
const commonValues: ReadonlySet<string> = new Set([
  'admin',
  'clientId',
  'emailVerified',
  'enabled',
  'endedAt',
  'endpoint',
  'factor',
  'hasUnprovedName',
  'hasWords',
  'issuer',
  'kind',
  'network',
  'origin',
  'outcome',
  'passwordKind',
  'provider',
  'revokedAt',
  'section',
  'state',
  'status',
  'tenant',
  'type',
  'unit',
  'word',
]);

/** Whether an access to a growing table may read a large part of it. */
export function readsMuch({ table, by, isPage }: Access): boolean {
  if (!growing.has(table) || isPage) return false;
  return by === null || by.every((column) => commonValues.has(column));
}

/** An index of the schema. */
export type Index = { readonly table: string; readonly columns: readonly string[] };

type Indexes = ReadonlyMap<string, Index>;

/** The accesses of a plan of SQLite. */
export function accessesOnSqlite(text: string, lines: readonly string[], indexes: Indexes): Access[] {
  const aliases = aliasesIn(text);
  const isSorted = lines.some((line) => line.includes('TEMP B-TREE'));
  return lines.flatMap((line) => {
    const found =
      /^(SCAN|SEARCH) (?:main\.)?(\w+)(?: EXISTS)?(?: USING (?:AUTOMATIC )?(?:PARTIAL )?(?:COVERING )?(?:INDEX (\w+)|INTEGER PRIMARY KEY))?(?: \((.*)\))?/.exec(
        line,
      );
    if (found === null) return [];
    const [, kind, name = '', index = '', conditions = ''] = found;
    const table = indexes.get(index)?.table ?? aliases.get(name) ?? name;
    const by = Array.from(conditions.matchAll(/(\w+)=\?/g), ([, column = '']) => column);
    const ordered = indexes.get(index)?.columns ?? (line.includes('INTEGER PRIMARY KEY') ? rowidKeys : []);
    const isPage = !isSorted && /\bLIMIT\b/.test(text) && columnsOf(text, name).every((one) => ordered.includes(one));
    return [{ table, by: kind === 'SCAN' ? null : by, isPage, line }];
  });
}

/** The keys of tables whose rows SQLite keeps in the order of their key. */
const rowidKeys = ['sequence', 'number'];

/** The columns of a table that the conditions of a statement name. */
function columnsOf(text: string, name: string): string[] {
  const conditions = Array.from(
    text.matchAll(/\bWHERE\b(.*?)(?=\b(?:WHERE|ORDER BY|GROUP BY|LIMIT|RETURNING)\b|$)/gs),
    ([, one = '']) => one,
  );
  return conditions.flatMap((one) =>
    Array.from(one.matchAll(/(?:["`]?(\w+)["`]?\.)?["`](\w+)["`](?!\s*\.)/g)).flatMap(([, owner, column = '']) =>
      owner === undefined || owner === name ? [column] : [],
    ),
  );
}

/** The tables of a statement by the names that it gives them. */
function aliasesIn(text: string): ReadonlyMap<string, string> {
  const pairs = text.matchAll(/["`](\w+)["`]\s+(?:AS\s+)?["`]?(\w+)["`]?/g);
  return new Map(Array.from(pairs, ([, table = '', alias = '']) => [alias, table]));
}

/** A node of a plan in PostgreSQL's JSON. */
export type PlanNode = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly Plans?: readonly PlanNode[];
};

/** The accesses of a plan of PostgreSQL. */
export function accessesOnPostgres(node: PlanNode, indexes: Indexes, isLimited = false): Access[] {
  const type = node['Node Type'];
  const limits = type === 'Limit' || (isLimited && passesOn.has(type));
  const below = (node.Plans ?? []).flatMap((child) => accessesOnPostgres(child, indexes, limits));
  const index = node['Index Name'];
  // A bitmap of the rows is made by the node below.
  const table = node['Relation Name'] ?? (index === undefined ? undefined : indexes.get(index)?.table);
  if (table === undefined || !/Scan$/.test(type) || type === 'Bitmap Heap Scan') return below;
  const condition = node['Index Cond'];
  // Between two indexes of an empty table the choice means nothing: what decides is that there is a selective one.
  const others = equalities(node.Filter ?? '').filter((column) => leadsIndex(indexes, table, column));
  const by = condition === undefined && others.length === 0 ? null : [...equalities(condition ?? ''), ...others];
  const line = `${type} on ${table} using ${index ?? 'no index'} ${condition ?? ''} ${node.Filter ?? ''}`.trimEnd();
  if (index === undefined) return [{ table, by: null, isPage: false, line }, ...below];
  return [{ table, by, isPage: isLimited && node.Filter === undefined, line }, ...below];
}

function leadsIndex(indexes: Indexes, table: string, column: string): boolean {
  return [...indexes.values()].some((index) => index.table === table && index.columns[0] === column);
}

/** Nodes that read no more rows than the LIMIT above them asks for. */
const passesOn: ReadonlySet<string> = new Set(['Subquery Scan', 'LockRows', 'Append', 'Merge Append', 'Result']);

function equalities(condition: string): string[] {
  const found = condition.matchAll(/\(?"?(\w+)"?\)?(?:::\w+)? (?:= |IS NULL)/g);
  return Array.from(found, ([, column = '']) => column);
}
