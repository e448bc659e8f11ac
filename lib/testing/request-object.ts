import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose';
import { redirectUri } from './person';
import { issuer } from './provider';

/** A client's key that signs request objects. */
export type RequestSigner = {
  readonly jwk: object;
  /** @param claims added to those of the usual request, or replacing them. undefined removes a claim */
  readonly sign: (claims?: object, header?: Partial<JWTHeaderParameters>) => Promise<string>;
};

/** Creates a key pair. The challenge in its requests belongs to no verifier. */
export async function createRequestSigner(alg = 'ES256', kid = alg): Promise<RequestSigner> {
  const { publicKey, privateKey } = await generateKeyPair(alg);
  const usual = {
    client_id: 'web',
    aud: issuer,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid profile',
    state: 'inside',
    nonce: 'n1',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  };
  return {
    jwk: { ...(await exportJWK(publicKey)), kid },
    sign: (claims = {}, header = {}) =>
      new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg, kid, ...header }).sign(privateKey),
  };
}
