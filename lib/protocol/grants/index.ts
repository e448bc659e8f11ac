import { authorizationCode } from './authorization-code';
import { clientCredentials } from './client-credentials';
import { deviceCode } from './device-code';
import { type GrantHandler, registerGrants } from './grant-handler';
import { password } from './password';
import { refreshToken } from './refresh-token';
import { tokenExchange } from './token-exchange';

/** The registry of grant types. Discovery announces its keys. */
export const grants: ReadonlyMap<string, GrantHandler> = registerGrants([
  authorizationCode,
  clientCredentials,
  refreshToken,
  password,
  deviceCode,
  tokenExchange,
]);
