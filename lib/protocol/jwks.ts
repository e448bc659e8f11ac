import { jwks } from '#lib/keys/jwks';
import type { Context } from './context';
import { publicDocument } from './public-document';

/** The JWK set (RFC 7517 §5). Announced keys are in it before their first use, so a cached copy never lacks one. */
export const handleJwks = publicDocument('jwks', ({ snapshot, now }: Context) => jwks(snapshot.keys, now));
