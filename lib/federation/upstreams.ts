import type { IdentityProvider } from '#lib/providers/provider';
import { githubUpstream } from './github';
import { isLinkedIn, linkedInUpstream } from './linkedin';
import { oidcUpstream } from './oidc';
import type { Upstream } from './upstream';

/** The adapter of a provider. */
export function upstreamOf({ type, issuer }: Pick<IdentityProvider, 'type' | 'issuer'>): Upstream {
  if (type === 'github') return githubUpstream;
  return isLinkedIn({ issuer }) ? linkedInUpstream : oidcUpstream;
}
