import type { ClaimsRequest } from '#lib/vocabulary/requested-claims';

/** How the parameters of a response are sent. */
export type PlainMode = 'query' | 'fragment' | 'form_post';

/** `.jwt` sends all parameters in a signed JWT (JARM §2.3). */
export type ResponseMode = PlainMode | `${PlainMode}.jwt`;

/** An authorization request after validation. From here on, nothing reads the original parameters again. */
export type AuthorizationRequest = {
  readonly clientId: string;
  /** The words in alphabetical order. */
  readonly responseType: string;
  readonly responseMode: ResponseMode;
  readonly redirectUri: string;
  readonly scope: readonly string[];
  /** The names of APIs and plain scopes that `resource` named (RFC 8707 §2). */
  readonly resources: readonly string[];
  readonly state: string | null;
  readonly nonce: string | null;
  readonly codeChallenge: string | null;
  readonly codeChallengeMethod: 'S256' | 'plain' | null;
  /** The thumbprint of the key that the code is bound to (RFC 9449 §10). */
  readonly dpopJkt: string | null;
  readonly prompt: ReadonlySet<string>;
  /** In seconds. */
  readonly maxAge: number | null;
  readonly loginHint: string | null;
  readonly uiLocales: string | null;
  readonly acrValues: string | null;
  readonly display: string | null;
  /** The subject of a verified id_token_hint, or the one that the `claims` parameter asks for. */
  readonly hintSub: string | null;
  readonly claims: ClaimsRequest;
};
