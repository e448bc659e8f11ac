import { authenticatorMetadata } from '@passwordless-id/webauthn/dist/esm/authenticatorMetadata.js';

const names: ReadonlyMap<string, string> = new Map(Object.entries(authenticatorMetadata));

const anonymous = '00000000-0000-0000-0000-000000000000';

/** The name of a kind of authenticator, for example "Apple Passwords". Null if it is unknown or not disclosed. */
export function authenticatorName(aaguid: string): string | null {
  return aaguid === anonymous ? null : (names.get(aaguid) ?? null);
}
