import type { IdentityProvider } from '#lib/providers/provider';
import { githubUpstream } from './github';
import { oidcUpstream } from './oidc';
import type { Upstream } from './upstream';

/** The adapter of a provider's type. */
export function upstreamOf({ type }: IdentityProvider): Upstream {
  return type === 'github' ? githubUpstream : oidcUpstream;
}
