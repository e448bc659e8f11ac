import { z } from 'zod';
import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { isDatabaseUnavailable } from '#lib/db/transaction';
import type { Parameters } from '#lib/http/form';
import type { HttpRequest } from '#lib/http/types';
import type { KeyConfirmation } from '#lib/vocabulary/confirmation';
import type { ClientProof } from '../dpop/spend-proof';
import { invalidGrant, invalidRequest, isOAuthError } from '../oauth-error';

/** RFC 6750 §4 and RFC 9449 §5. A token that is bound to a certificate has the type Bearer (RFC 8705 §3). */
type TokenType = 'Bearer' | 'DPoP';

/** The type of an access token with this confirmation. */
export function tokenTypeOf(confirmation: KeyConfirmation | null): TokenType {
  return confirmation?.jkt === undefined ? 'Bearer' : 'DPoP';
}

/** RFC 6749 §5.1, with the ID token of OpenID Connect Core §3.1.3.3. */
export type TokenResponse = {
  readonly id_token?: string;
  readonly access_token: string;
  readonly token_type: TokenType;
  /** In seconds. */
  readonly expires_in: number;
  readonly refresh_token?: string;
  readonly scope: string;
  /** Fields of an extension grant. They are added to the ones above and can never replace a registered one. */
  readonly custom?: Readonly<Record<string, unknown>>;
};

/** A request at the token endpoint, after its client was authenticated and may use the grant. */
export type TokenRequest<Fields> = {
  /** The parameters that the grant's schema declares. */
  readonly parameters: Fields;
  readonly client: Client;
  /** The proof of possession of the request. The last check of a grant must be spendProof(). */
  readonly proof: ClientProof;
  /** The original request, for headers and the caller's address. */
  readonly http: HttpRequest;
  readonly context: Context;
};

/** One grant type of the token endpoint. */
export type GrantHandler = {
  readonly grantType: string;
  /**
   * If the client may not use the grant, a built-in grant answers unauthorized_client, and an extension grant
   * unsupported_grant_type.
   */
  readonly builtIn: boolean;
  /** Parses the parameters that the grant declares. Others are ignored. */
  readonly handle: (request: TokenRequest<Parameters>) => Promise<TokenResponse>;
};

/**
 * Defines a grant by its schema and a handler for the parsed parameters. The message of a zod issue is the RFC error
 * code. If it is not one of ours, the error is invalid_request.
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
      const declared: Record<string, unknown> = {};
      for (const name of names) declared[name] = lists.get(name) ?? values.get(name);
      const parsed = grant.schema.safeParse(declared);
      if (!parsed.success) throw toOAuthError(parsed.error.issues[0]);
      const handled = grant.handle({ ...request, parameters: parsed.data });
      return grant.builtIn ? handled : handled.catch((error: unknown) => refuseFailed(error, request));
    },
  };
}

/**
 * Semantics §2.9: whatever an extension throws without an error code is invalid_grant, and the log has the cause. An
 * outage stays one, so that the client tries again.
 */
function refuseFailed(error: unknown, { client: { clientId }, context: { log } }: TokenRequest<Parameters>): never {
  if (isOAuthError(error) || isDatabaseUnavailable(error)) throw error;
  log.error({ err: error, clientId }, 'extension grant failed');
  throw invalidGrant('extension_grant_failed');
}

/**
 * The grants by name.
 * @throws at startup for a repeated name, which would hide a grant, and for a name with spaces
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

/**
 * A bearer value that a client sends back. It has at most 100 characters, otherwise it cannot be one of ours (semantics
 * §2.10).
 */
export const handleParameter = z.string('invalid_request').max(100, 'invalid_grant');

/** A scope parameter (semantics §2.3). parseScope() knows how long it may be. */
export const scopeParameter = z.string().optional();

/** The resource parameter, which may be repeated (RFC 8707 §2). narrowToResources() interprets it. */
export const resourceParameter = z.array(z.string()).optional();

function toOAuthError(issue: z.core.$ZodIssue | undefined) {
  const name = String(issue?.path[0] ?? 'request');
  if (issue?.message === 'invalid_grant') return invalidGrant('value_invalid', { name });
  return invalidRequest('parameter_malformed', { name });
}
