import { z } from 'zod';
import { entryTable, toRow } from '#lib/db/entry-table';
import { storedJwks } from '#lib/foreign-keys/jwks';
import { fromColumn, toColumn } from '#lib/vocabulary/automatic';
import { choiceColumns, jsonColumn, listColumn, readColumns } from '#lib/vocabulary/stored';
import type { ClientRecord } from './client-record';
import { clientFields, providerFilter, responseModes, tokenExchange } from './schema';

/** The columns of a client's own row. The two child tables contain the rest. */
type ClientRow = ReturnType<typeof toClientRow>;

/** Converts a record to columns. */
export function toClientRow(record: ClientRecord) {
  const { secrets: _, redirectUris: __, postLogoutRedirectUris: ___, unreadable: ____, ...rest } = record;
  const { allowedCorsOrigins, ...columns } = rest;
  return {
    ...toRow(columns),
    corsByRedirectUris: allowedCorsOrigins === null,
    refreshTokenRotation: toColumn(record.refreshTokenRotation),
    refreshTokenGraceSeconds: toColumn(record.refreshTokenGraceSeconds),
    requirePkce: toColumn(record.requirePkce),
    alwaysIncludeUserClaimsInIdToken: toColumn(record.alwaysIncludeUserClaimsInIdToken),
    scope: record.scope.join(' '),
    agentScope: record.agentScope.join(' '),
  };
}

const uriKinds = {
  redirect: 'redirectUris',
  post_logout: 'postLogoutRedirectUris',
  cors: 'allowedCorsOrigins',
} as const;

/** The tables that hold a client. */
export const clientTable = entryTable<ClientRecord>({
  table: 'Client',
  key: 'clientId',
  toRow: toClientRow,
  children: [
    { table: 'ClientUri', owner: 'clientId', toRows: toUriRows },
    { table: 'ClientSecret', owner: 'clientId', toRows: toSecretRows, id: 'id' },
  ],
});

/** The rows of a client's addresses, in order. */
function toUriRows(record: ClientRecord) {
  const { clientId } = record;
  return Object.entries(uriKinds).flatMap(([kind, list]) =>
    (record[list] ?? []).map((uri, position) => ({ clientId, kind, position, uri })),
  );
}

/** The rows of a client's secrets, without their creation times. */
function toSecretRows({ clientId, secrets }: ClientRecord) {
  return secrets.map((secret, position) => ({ ...secret, clientId, position }));
}

const jsonObject = z.record(z.string(), z.unknown());
const words = z.string().transform((text) => (text === '' ? [] : text.split(' ')));

/** The columns that need conversion. Null means `auto` if the setting has that value. */
const columns = z.object({
  ...choiceColumns(clientFields),
  grantTypes: listColumn,
  responseTypes: listColumn,
  responseModes: jsonColumn(z.array(z.enum(responseModes)).nullable()),
  scope: words,
  agentScope: words,
  refreshTokenRotation: z.boolean().nullable().transform(fromColumn),
  refreshTokenGraceSeconds: z.number().nullable().transform(fromColumn),
  requirePkce: z.boolean().nullable().transform(fromColumn),
  alwaysIncludeUserClaimsInIdToken: z.boolean().nullable().transform(fromColumn),
  requestUris: listColumn,
  defaultAcrValues: listColumn,
  contacts: listColumn,
  identityProviders: jsonColumn(providerFilter),
  jwks: jsonColumn(storedJwks.nullable()),
  claims: jsonColumn(jsonObject),
  tokenExchange: jsonColumn(tokenExchange.nullable()),
});

/** The replacements for broken columns. Without grants, a client can do nothing. */
const harmless = {
  // The strictest profile.
  securityProfile: 'fapi2_message_signing',
  agentState: 'blocked',
  grantTypes: '[]',
  responseTypes: '[]',
  responseModes: '[]',
  requestUris: '[]',
  defaultAcrValues: '[]',
  contacts: '[]',
  identityProviders: '{"allow":[]}',
  jwks: null,
  claims: '{}',
  tokenExchange: null,
} as const;

type StoredRow = Omit<ClientRow, keyof z.input<typeof columns>> &
  Readonly<Record<keyof z.input<typeof columns>, unknown>>;
type Children = Pick<ClientRecord, 'secrets' | 'redirectUris' | 'postLogoutRedirectUris'> & {
  readonly allowedCorsOrigins: readonly string[];
};

/** The record of a row and its child rows. */
export function fromClientRow({ corsByRedirectUris, ...row }: StoredRow, children: Children): ClientRecord {
  return {
    ...row,
    ...children,
    ...readColumns(columns, row, harmless),
    allowedCorsOrigins: corsByRedirectUris ? null : children.allowedCorsOrigins,
  };
}
