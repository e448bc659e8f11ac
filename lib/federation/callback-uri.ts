import type { Settings } from '#lib/settings/settings';

/** Where a provider sends people back to: one address for each, so that no answer reaches another (RFC 9700 §4.4.2.1). */
export function callbackUri(provider: string, { issuer }: Pick<Settings, 'issuer'>): string {
  return `${issuer}/federation/${provider}/callback`;
}

/** Where an OpenID Connect provider tells that people signed out there (Back-Channel Logout §2.2, backchannel_logout_uri). */
export function backChannelLogoutUri(provider: string, { issuer }: Pick<Settings, 'issuer'>): string {
  return `${issuer}/federation/${provider}/backchannel-logout`;
}
