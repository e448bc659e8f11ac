import type { Issuing } from '#lib/tokens/access-token';
import type { Context } from './context';

/** What the token issuers need of a request's context. */
export function issuingOf({ settings, snapshot, now }: Context): Issuing {
  return { issuer: settings.issuer, keys: snapshot.keys, scopes: snapshot.scopes, now };
}
