import type { IdentityProvider } from '#lib/providers/provider';
import type { Settings } from '#lib/settings/settings';
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

/**
 * The redirect URI of a provider. Each provider has its own, so that no answer reaches another one's (RFC 9700
 * §4.4.2.1).
 */
export function callbackUri(provider: string, { issuer }: Pick<Settings, 'issuer'>): string {
  return `${issuer}/federation/${provider}/callback`;
}

/** The address for logout tokens of an OpenID Connect provider (Back-Channel Logout §2.2, backchannel_logout_uri). */
export function backChannelLogoutUri(provider: string, { issuer }: Pick<Settings, 'issuer'>): string {
  return `${issuer}/federation/${provider}/backchannel-logout`;
}

/** The provider's name in `/federation/NAME/callback` and similar addresses. Its characters are never escaped. */
export function providerInPath(path: string): string {
  return /^\/federation\/([A-Za-z0-9._-]+)\//.exec(path)?.[1] ?? '';
}
