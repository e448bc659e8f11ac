import type { Handler } from '#lib/context';
import { adminScopes } from '#lib/scopes/admin-scopes';
import { proofAlgs } from './dpop/read-proof';
import { type DocumentSource, publicDocument } from './public-document';

/** The endpoints of this server that accept access tokens (RFC 9728 §1). */
export const protectedResources = { userinfo: '/connect/userinfo', admin: '/api/admin/v1' } as const;

/** The path of the metadata of a protected resource (RFC 9728 §3.1). */
export function metadataPath(resource: string): string {
  return `/.well-known/oauth-protected-resource${resource}`;
}

/** The metadata of the UserInfo endpoint (RFC 9728 §2). */
export const userinfoMetadata = publicDocument('userinfo-resource', (context) => {
  const identity = [...context.snapshot.scopes.values()].filter(({ type, enabled }) => enabled && type === 'identity');
  return {
    ...describeResource(protectedResources.userinfo, context),
    resource_name: 'UserInfo',
    scopes_supported: identity.map(({ name }) => name),
    bearer_methods_supported: ['header', 'body'],
  };
});

/** The metadata of the admin API: the only public document that names its scopes. */
export const adminApiMetadata = publicDocument('admin-resource', (context) => ({
  ...describeResource(protectedResources.admin, context),
  resource_name: 'Admin API',
  scopes_supported: Object.values(adminScopes),
  bearer_methods_supported: ['header'],
}));

/** The metadata that all protected resources of this server share. */
export function describeResource(path: string, { settings, snapshot }: DocumentSource) {
  const { issuer, mtls } = settings;
  return {
    resource: issuer + path,
    authorization_servers: [issuer],
    dpop_signing_alg_values_supported: proofAlgs(snapshot.portal.securityProfile),
    tls_client_certificate_bound_access_tokens: mtls !== null,
  };
}

/** Adds the address of the resource's metadata to every challenge in its responses (RFC 9728 §5.1). */
export function withResourceMetadata(resource: string, handler: Handler): Handler {
  return async (request, context) => {
    const response = await handler(request, context);
    const { 'www-authenticate': challenges } = response.headers;
    if (challenges === undefined) return response;
    const parameter = `resource_metadata="${context.settings.issuer}${metadataPath(resource)}"`;
    const name = (challenge: string) => `${challenge}, ${parameter}`;
    const value = typeof challenges === 'string' ? name(challenges) : challenges.map(name);
    return { ...response, headers: { ...response.headers, 'www-authenticate': value } };
  };
}
