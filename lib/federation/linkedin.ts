import type { IdentityProvider } from '#lib/providers/provider';
import { speaking } from './oidc';
import type { Upstream } from './upstream';

/**
 * LinkedIn. Its ID tokens have no nonce, its token endpoint refuses a code verifier, and it accepts the client secret
 * in the form although its metadata does not say so. Only the state binds a code to the browser (decision 017).
 */
export const linkedInUpstream: Upstream = speaking({ bindsCodes: false, postsSecret: true });

export function isLinkedIn({ issuer }: Pick<IdentityProvider, 'issuer'>): boolean {
  return issuer === 'https://www.linkedin.com/oauth';
}
