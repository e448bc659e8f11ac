import type { IdentityProvider } from '#lib/providers/provider';
import { githubUpstream } from './github';
import { oidcUpstream } from './oidc';
import { facebook, isLinkedIn, linkedInUpstream, serviceUpstream, x } from './services';
import type { Upstream } from './upstream';

const facebookUpstream = serviceUpstream(facebook);
const xUpstream = serviceUpstream(x);

/** The adapter of a provider. */
export function upstreamOf({ type, issuer }: Pick<IdentityProvider, 'type' | 'issuer'>): Upstream {
  if (type === 'github') return githubUpstream;
  if (type === 'facebook') return facebookUpstream;
  if (type === 'x') return xUpstream;
  return isLinkedIn({ issuer }) ? linkedInUpstream : oidcUpstream;
}
