import { z } from 'zod';
import { entryTable } from '#lib/db/entry-table';
import { storedJwks } from '#lib/foreign-keys/jwks';
import { decryptionAlgs, signingAlgs } from '#lib/keys/algorithms';
import { accessTokenTyps } from '#lib/vocabulary/access-token-typ';
import { fromColumn, toColumn } from '#lib/vocabulary/automatic';
import { contentEncryptions, encryptionAlgs } from '#lib/vocabulary/encryption-algs';
import { securityProfiles } from '#lib/vocabulary/security-profile';
import { choiceOrNull, readRow, storedChoice, storedJson, storedList } from '#lib/vocabulary/stored';
import { agentStates } from './agents/agent-state';
import { clientAssertionAlgs } from './assertion-algs';
import type { ClientRecord } from './client-record';
import { authenticationMethods, providerFilter, responseModes, subjectTypes, tokenExchange } from './schema';

/** The columns of a client's own row; the two child tables hold the rest. */
export type ClientRow = ReturnType<typeof toClientRow>;

const jsonObject = z.record(z.string(), z.unknown());
const storedModes = z.array(z.enum(responseModes));

/** A record as columns: lists and groups are JSON text. */
export function toClientRow(record: ClientRecord) {
  const { secrets: _, redirectUris: __, postLogoutRedirectUris: ___, unreadable: ____, ...rest } = record;
  const { allowedCorsOrigins, ...columns } = rest;
  return {
    ...columns,
    corsByRedirectUris: allowedCorsOrigins === null,
    refreshTokenRotation: toColumn(record.refreshTokenRotation),
    refreshTokenGraceSeconds: toColumn(record.refreshTokenGraceSeconds),
    requirePkce: toColumn(record.requirePkce),
    alwaysIncludeUserClaimsInIdToken: toColumn(record.alwaysIncludeUserClaimsInIdToken),
    grantTypes: JSON.stringify(record.grantTypes),
    responseTypes: JSON.stringify(record.responseTypes),
    responseModes: record.responseModes === null ? null : JSON.stringify(record.responseModes),
    scope: record.scope.join(' '),
    agentScope: record.agentScope.join(' '),
    defaultAcrValues: JSON.stringify(record.defaultAcrValues),
    requestUris: JSON.stringify(record.requestUris),
    identityProviders: JSON.stringify(record.identityProviders),
    jwks: record.jwks === null ? null : JSON.stringify(record.jwks),
    claims: JSON.stringify(record.claims),
    tokenExchange: record.tokenExchange === null ? null : JSON.stringify(record.tokenExchange),
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

/** The rows of a client's addresses, which keep their order. */
function toUriRows(record: ClientRecord) {
  const { clientId } = record;
  return Object.entries(uriKinds).flatMap(([kind, list]) =>
    (record[list] ?? []).map((uri, position) => ({ clientId, kind, position, uri })),
  );
}

/** The rows of a client's secrets, without the time each was made. */
function toSecretRows({ clientId, secrets }: ClientRecord) {
  return secrets.map((secret, position) => ({ ...secret, clientId, position }));
}

type StoredRow = Omit<ClientRow, OptionalColumn | ChoiceColumn> &
  Record<ChoiceColumn, string> &
  Record<OptionalColumn, string | null>;
type OptionalColumn =
  | 'applicationType'
  | 'tokenEndpointAuthSigningAlg'
  | 'requestObjectSigningAlg'
  | 'userinfoSignedResponseAlg'
  | 'requestObjectEncryptionAlg'
  | 'requestObjectEncryptionEnc'
  | EncryptionColumn;
type EncryptionColumn = `${'idToken' | 'userinfo' | 'authorization'}EncryptedResponse${'Alg' | 'Enc'}`;
type ChoiceColumn =
  | 'securityProfile'
  | 'tokenEndpointAuthMethod'
  | 'subjectType'
  | 'accessTokenFormat'
  | 'accessTokenTyp'
  | 'clientAssertionAudience'
  | 'userCode'
  | 'idTokenSignedResponseAlg'
  | 'accessTokenSigningAlg'
  | 'authorizationSignedResponseAlg'
  | 'agentState';
type Children = Pick<ClientRecord, 'secrets' | 'redirectUris' | 'postLogoutRedirectUris'> & {
  readonly allowedCorsOrigins: readonly string[];
};

/** The record of a row and its children; see readRow(). Without grants, a broken one can do nothing. */
export function fromClientRow({ corsByRedirectUris, ...row }: StoredRow, children: Children): ClientRecord {
  const { applicationType, tokenEndpointAuthSigningAlg: assertionAlg, requestObjectSigningAlg: requestAlg } = row;
  const { userinfoSignedResponseAlg: userinfoAlg } = row;
  return readRow<ClientRecord>((column) => ({
    ...row,
    ...children,
    allowedCorsOrigins: corsByRedirectUris ? null : children.allowedCorsOrigins,
    applicationType: column(() => choiceOrNull(['web', 'native'], applicationType), null),
    // One that cannot be read is the strictest.
    securityProfile: column(() => storedChoice(securityProfiles, row.securityProfile), 'fapi2_message_signing'),
    tokenEndpointAuthMethod: column(
      () => storedChoice(authenticationMethods, row.tokenEndpointAuthMethod),
      'client_secret_basic',
    ),
    tokenEndpointAuthSigningAlg: column(() => choiceOrNull(clientAssertionAlgs, assertionAlg), null),
    requestObjectSigningAlg: column(() => choiceOrNull(clientAssertionAlgs, requestAlg), null),
    grantTypes: column(() => storedList(row.grantTypes), []),
    responseTypes: column(() => storedList(row.responseTypes), []),
    responseModes: column(() => (row.responseModes === null ? null : storedJson(storedModes, row.responseModes)), []),
    scope: row.scope === '' ? [] : row.scope.split(' '),
    agentScope: row.agentScope === '' ? [] : row.agentScope.split(' '),
    accessTokenFormat: column(() => storedChoice(['jwt', 'reference'], row.accessTokenFormat), 'jwt'),
    accessTokenTyp: column(() => storedChoice(accessTokenTyps, row.accessTokenTyp), 'at+jwt'),
    clientAssertionAudience: column(
      () => storedChoice(['endpoint', 'issuer'], row.clientAssertionAudience),
      'endpoint',
    ),
    refreshTokenRotation: fromColumn(row.refreshTokenRotation),
    refreshTokenGraceSeconds: fromColumn(row.refreshTokenGraceSeconds),
    requirePkce: fromColumn(row.requirePkce),
    alwaysIncludeUserClaimsInIdToken: fromColumn(row.alwaysIncludeUserClaimsInIdToken),
    subjectType: column(() => storedChoice(subjectTypes, row.subjectType), 'public'),
    idTokenSignedResponseAlg: column(() => storedChoice(signingAlgs, row.idTokenSignedResponseAlg), 'RS256'),
    authorizationSignedResponseAlg: column(
      () => storedChoice(signingAlgs, row.authorizationSignedResponseAlg),
      'RS256',
    ),
    userinfoSignedResponseAlg: column(() => choiceOrNull(signingAlgs, userinfoAlg), null),
    requestObjectEncryptionAlg: column(() => choiceOrNull(decryptionAlgs, row.requestObjectEncryptionAlg), null),
    requestObjectEncryptionEnc: column(() => choiceOrNull(contentEncryptions, row.requestObjectEncryptionEnc), null),
    idTokenEncryptedResponseAlg: column(() => choiceOrNull(encryptionAlgs, row.idTokenEncryptedResponseAlg), null),
    idTokenEncryptedResponseEnc: column(() => choiceOrNull(contentEncryptions, row.idTokenEncryptedResponseEnc), null),
    authorizationEncryptedResponseAlg: column(
      () => choiceOrNull(encryptionAlgs, row.authorizationEncryptedResponseAlg),
      null,
    ),
    authorizationEncryptedResponseEnc: column(
      () => choiceOrNull(contentEncryptions, row.authorizationEncryptedResponseEnc),
      null,
    ),
    userinfoEncryptedResponseAlg: column(() => choiceOrNull(encryptionAlgs, row.userinfoEncryptedResponseAlg), null),
    userinfoEncryptedResponseEnc: column(
      () => choiceOrNull(contentEncryptions, row.userinfoEncryptedResponseEnc),
      null,
    ),
    accessTokenSigningAlg: column(() => storedChoice(signingAlgs, row.accessTokenSigningAlg), 'ES256'),
    agentState: column(() => storedChoice(agentStates, row.agentState), 'blocked'),
    requestUris: column(() => storedList(row.requestUris), []),
    defaultAcrValues: column(() => storedList(row.defaultAcrValues), []),
    identityProviders: column(() => storedJson(providerFilter, row.identityProviders), { allow: [] }),
    jwks: column(() => (row.jwks === null ? null : storedJson(storedJwks, row.jwks)), null),
    userCode: column(() => storedChoice(['base20', 'numeric'], row.userCode), 'base20'),
    claims: column(() => storedJson(jsonObject, row.claims), {}),
    tokenExchange: column(
      () => (row.tokenExchange === null ? null : storedJson(tokenExchange, row.tokenExchange)),
      null,
    ),
  }));
}
