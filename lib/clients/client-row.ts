import { z } from 'zod';
import { signingAlgs } from '#lib/keys/algorithms';
import { storedChoice, storedList } from '#lib/vocabulary/stored';
import type { ClientRecord } from './client-record';
import { authenticationMethods, providerFilter, tokenExchange } from './schema';

/** What the columns of a client's own row hold; the two child tables hold the rest. */
export type ClientRow = ReturnType<typeof toClientRow>;

const jsonObject = z.record(z.string(), z.unknown());
const storedJwks = z.object({ keys: z.array(jsonObject) });

/** A record as columns: lists and groups are JSON text. */
export function toClientRow(record: ClientRecord) {
  const { secrets: _, redirectUris: __, postLogoutRedirectUris: ___, allowedCorsOrigins: ____, ...columns } = record;
  return {
    ...columns,
    grantTypes: JSON.stringify(record.grantTypes),
    responseTypes: JSON.stringify(record.responseTypes),
    scope: record.scope.join(' '),
    identityProviders: JSON.stringify(record.identityProviders),
    jwks: record.jwks === null ? null : JSON.stringify(record.jwks),
    claims: JSON.stringify(record.claims),
    tokenExchange: record.tokenExchange === null ? null : JSON.stringify(record.tokenExchange),
  };
}

type StoredRow = Omit<
  ClientRow,
  'applicationType' | 'tokenEndpointAuthMethod' | 'accessTokenFormat' | 'userCode' | SigningColumn
> &
  Record<'tokenEndpointAuthMethod' | 'accessTokenFormat' | 'userCode' | SigningColumn, string> & {
    readonly applicationType: string | null;
  };
type SigningColumn = 'idTokenSignedResponseAlg' | 'accessTokenSigningAlg';
type Children = Pick<ClientRecord, 'secrets' | 'redirectUris' | 'postLogoutRedirectUris' | 'allowedCorsOrigins'>;

/** The record that a row and its children hold. */
export function fromClientRow(row: StoredRow, children: Children): ClientRecord {
  const { applicationType } = row;
  return {
    ...row,
    ...children,
    applicationType: applicationType === null ? null : storedChoice(['web', 'native'], applicationType),
    tokenEndpointAuthMethod: storedChoice(authenticationMethods, row.tokenEndpointAuthMethod),
    grantTypes: storedList(row.grantTypes),
    responseTypes: storedList(row.responseTypes),
    scope: row.scope === '' ? [] : row.scope.split(' '),
    accessTokenFormat: storedChoice(['jwt', 'reference'], row.accessTokenFormat),
    idTokenSignedResponseAlg: storedChoice(signingAlgs, row.idTokenSignedResponseAlg),
    accessTokenSigningAlg: storedChoice(signingAlgs, row.accessTokenSigningAlg),
    identityProviders: providerFilter.parse(JSON.parse(row.identityProviders)),
    jwks: row.jwks === null ? null : storedJwks.parse(JSON.parse(row.jwks)),
    userCode: storedChoice(['base20', 'numeric'], row.userCode),
    claims: jsonObject.parse(JSON.parse(row.claims)),
    tokenExchange: row.tokenExchange === null ? null : tokenExchange.parse(JSON.parse(row.tokenExchange)),
  };
}
