import { jwks } from '#lib/keys/jwks';
import { publicDocument } from './public-document';

/** The JWK set (RFC 7517 §5). It contains announced keys before their first use, so a cached copy never lacks a key. */
export const jwksDocument = publicDocument('jwks', ({ snapshot, now }) =>
  jwks(snapshot.keys, now, snapshot.decryptionKeys),
);
