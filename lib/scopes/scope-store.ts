import { z } from 'zod';
import type { Database, Transaction } from '#lib/db/database';
import { entryTable } from '#lib/db/entry-table';
import { storedJwks } from '#lib/foreign-keys/jwks';
import { signingAlgs } from '#lib/keys/algorithms';
import { accessTokenTyps } from '#lib/vocabulary/access-token-typ';
import { contentEncryptions, encryptionAlgs } from '#lib/vocabulary/encryption-algs';
import { choiceOrNull, readRow, storedChoice, storedJson, storedList } from '#lib/vocabulary/stored';
import { audiences } from './audience';
import { builtInScopes } from './built-in';
import type { Scope, ScopeSecret } from './scope';

const types = ['identity', 'resource'] as const;

/** The texts as stored: by language, already in our own names. */
const storedTexts = z.record(
  z.string(),
  z.object({ displayName: z.string().exactOptional(), description: z.string().exactOptional() }),
);

/** The configured scopes, with their secrets in order: two statements however many there are. */
export async function listScopes(db: Database | Transaction): Promise<Scope[]> {
  const rows = await db.scope.findMany({ omit: { createdAt: true, updatedAt: true } });
  return readRows(rows, await listSecrets(db));
}

/** One stored scope; null if there is none. */
export async function findScope(db: Database | Transaction, name: string): Promise<Scope | null> {
  const rows = await db.scope.findMany({ where: { name }, omit: { createdAt: true, updatedAt: true } });
  const [scope = null] = readRows(rows, await listSecrets(db, { scopeName: name }));
  return scope;
}

type TextColumn = 'type' | 'claims' | 'texts' | 'audience';
type OptionalColumn =
  | 'accessTokenTyp'
  | 'introspectionSignedResponseAlg'
  | 'introspectionEncryptedResponseAlg'
  | 'introspectionEncryptedResponseEnc'
  | 'jwks';
type Row = Omit<Scope, TextColumn | OptionalColumn | 'secrets' | 'builtIn'> &
  Readonly<Record<TextColumn, string>> &
  Readonly<Record<OptionalColumn, string | null>>;

function readRows(rows: readonly Row[], secrets: ReadonlyMap<string, ScopeSecret[]>): Scope[] {
  return rows.map((row) =>
    readRow<Scope>((column) => ({
      ...row,
      type: column(() => storedChoice(types, row.type), 'resource'),
      claims: column(() => storedList(row.claims), []),
      audience: column(() => storedChoice(audiences, row.audience), 'name'),
      accessTokenTyp: column(() => choiceOrNull(accessTokenTyps, row.accessTokenTyp), null),
      introspectionSignedResponseAlg: column(() => choiceOrNull(signingAlgs, row.introspectionSignedResponseAlg), null),
      introspectionEncryptedResponseAlg: column(
        () => choiceOrNull(encryptionAlgs, row.introspectionEncryptedResponseAlg),
        null,
      ),
      introspectionEncryptedResponseEnc: column(
        () => choiceOrNull(contentEncryptions, row.introspectionEncryptedResponseEnc),
        null,
      ),
      jwks: column(() => (row.jwks === null ? null : storedJson(storedJwks, row.jwks)), null),
      texts: column(() => storedJson(storedTexts, row.texts), {}),
      secrets: secrets.get(row.name) ?? [],
      builtIn: builtInScopes.has(row.name),
    })),
  );
}

async function listSecrets(
  db: Database | Transaction,
  where: { readonly scopeName?: string } = {},
): Promise<Map<string, ScopeSecret[]>> {
  const rows = await db.scopeSecret.findMany({ where, orderBy: { position: 'asc' }, omit: { createdAt: true } });
  const byScope = new Map<string, ScopeSecret[]>();
  for (const { scopeName, position: _, ...secret } of rows) {
    byScope.set(scopeName, [...(byScope.get(scopeName) ?? []), secret]);
  }
  return byScope;
}

/** The tables that hold a scope. */
export const scopeTable = entryTable<Scope>({
  table: 'Scope',
  key: 'name',
  toRow: ({ secrets: _, builtIn: __, unreadable: ___, ...scope }) => ({
    ...scope,
    claims: JSON.stringify(scope.claims),
    texts: JSON.stringify(scope.texts),
    jwks: scope.jwks === null ? null : JSON.stringify(scope.jwks),
  }),
  children: [
    {
      table: 'ScopeSecret',
      owner: 'scopeName',
      toRows: ({ name, secrets }) => secrets.map((secret, position) => ({ ...secret, scopeName: name, position })),
      id: 'id',
    },
  ],
});
