import { z } from 'zod';
import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import type { Parameters } from '#lib/http/form';
import type { HttpRequest } from '#lib/http/types';
import type { Confirmation } from '#lib/vocabulary/confirmation';
import type { ClientProof } from '../dpop/read-client-proof';
import { invalidGrant, invalidRequest, invalidScope } from '../oauth-error';
import { parameterLengths } from '../parameters';

/** RFC 6750 §4 and RFC 9449 §5. A token that is bound to a certificate is of the type Bearer (RFC 8705 §3). */
type TokenType = 'Bearer' | 'DPoP';

/** The type of an access token with this confirmation. */
export function tokenTypeOf(confirmation: Confirmation | null): TokenType {
  return confirmation?.jkt === undefined ? 'Bearer' : 'DPoP';
}

/** RFC 6749 §5.1, with the ID token of OpenID Connect Core §3.1.3.3. */
export type TokenResponse = {
  readonly id_token?: string;
  readonly access_token: string;
  readonly token_type: TokenType;
  /** Seconds. */
  readonly expires_in: number;
  readonly refresh_token?: string;
  readonly scope: string;
  /** Fields of an extension grant. They are added to the ones above and can never replace a registered one. */
  readonly custom?: Readonly<Record<string, unknown>>;
};

/** A request at the token endpoint whose client was authenticated and may use the grant. */
export type TokenRequest<Fields> = {
  /** What the grant's schema declares. */
  readonly parameters: Fields;
  readonly client: Client;
  /** The proof of possession that came along; spendProof() is the last check of the grant. */
  readonly proof: ClientProof;
  /** The original request, for headers and the caller's address. */
  readonly http: HttpRequest;
  readonly context: Context;
};

/** One grant type of the token endpoint. */
export type GrantHandler = {
  readonly grantType: string;
  /** A built-in grant the client may not use answers unauthorized_client, an extension grant unsupported_grant_type. */
  readonly builtIn: boolean;
  /** Parses the parameters the grant declares; others are ignored. */
  readonly handle: (request: TokenRequest<Parameters>) => Promise<TokenResponse>;
};

/**
 * Defines a grant by its schema and what it does with the parsed parameters.
 * The message of a zod issue is the RFC error code; without one of ours it is invalid_request.
 */
export function defineGrant<Schema extends z.ZodObject>(grant: {
  grantType: string;
  builtIn: boolean;
  schema: Schema;
  handle: (request: TokenRequest<z.output<Schema>>) => Promise<TokenResponse>;
}): GrantHandler {
  const names = Object.keys(grant.schema.shape);
  return {
    grantType: grant.grantType,
    builtIn: grant.builtIn,
    handle: (request) => {
      const { lists, values } = request.parameters;
      const declared = Object.fromEntries(names.map((name) => [name, lists.get(name) ?? values.get(name)]));
      const parsed = grant.schema.safeParse(declared);
      if (!parsed.success) throw toOAuthError(parsed.error.issues[0]);
      return grant.handle({ ...request, parameters: parsed.data });
    },
  };
}

/**
 * The grants by their names.
 * @throws at start for a name that comes twice, which would shadow a grant, and for one with spaces
 */
export function registerGrants(handlers: readonly GrantHandler[]): ReadonlyMap<string, GrantHandler> {
  const registry = new Map<string, GrantHandler>();
  for (const handler of handlers) {
    if (/\s/.test(handler.grantType)) throw new Error(`the grant type ${handler.grantType} has spaces`);
    if (registry.has(handler.grantType)) throw new Error(`the grant type ${handler.grantType} is registered twice`);
    registry.set(handler.grantType, handler);
  }
  return registry;
}

/** A bearer value a client sends back: at most 100 characters, or it cannot be one of ours (semantics §2.10). */
export const handleParameter = z.string('invalid_request').max(100, 'invalid_grant');

/** A scope parameter (semantics §2.3). */
export const scopeParameter = z.string().max(parameterLengths.scope, 'invalid_scope').optional();

/** The resource parameter, which may come more than once (RFC 8707 §2). narrowToResources() interprets it. */
export const resourceParameter = z.array(z.string()).optional();

function toOAuthError(issue: z.core.$ZodIssue | undefined) {
  const name = String(issue?.path[0] ?? 'request');
  if (issue?.message === 'invalid_grant') return invalidGrant('value_invalid', { name });
  if (issue?.message === 'invalid_scope') return invalidScope('scope_too_long');
  return invalidRequest('parameter_malformed', { name });
}
