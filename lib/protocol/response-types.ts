import type { ResponseMode } from '#lib/interactions/authorization-request';

type ResponseType = {
  /** The grants a client needs for it. */
  readonly grantTypes: readonly string[];
  readonly defaultMode: ResponseMode;
  readonly modes: readonly ResponseMode[];
};

/** The registry of response types; keys have their words in alphabetical order. Discovery announces it. */
export const responseTypes: ReadonlyMap<string, ResponseType> = new Map([
  ['code', { grantTypes: ['authorization_code'], defaultMode: 'query', modes: ['query', 'fragment', 'form_post'] }],
]);

/** Response types are sets of words (RFC 6749 §3.1.1): `id_token code` is `code id_token`. */
export function normaliseResponseType(value: string): string {
  return value.split(' ').sort().join(' ');
}
