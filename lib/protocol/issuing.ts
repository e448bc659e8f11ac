import type { Context } from '#lib/context';
import type { Issuing } from '#lib/tokens/access-token';

/** The part of a request's context that the token issuers need. */
export function issuingOf({ db, settings, snapshot, now }: Context): Issuing {
  return {
    db,
    issuer: settings.issuer,
    keys: snapshot.keys,
    snapshot,
    now,
    pairwiseSalt: snapshot.pairwiseSalt,
  };
}
