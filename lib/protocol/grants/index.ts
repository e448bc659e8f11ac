import { authorizationCode } from './authorization-code';
import { clientCredentials } from './client-credentials';
import type { GrantHandler } from './grant-handler';
import { refreshToken } from './refresh-token';

/** The registry of grant types. Discovery announces its keys. */
export const grants: ReadonlyMap<string, GrantHandler> = new Map(
  [authorizationCode, clientCredentials, refreshToken].map((grant) => [grant.grantType, grant]),
);
