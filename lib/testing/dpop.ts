import { randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { sha256 } from '#lib/crypto/hash';

type Change = {
  /** The path of the request. By default the token endpoint. */
  readonly path?: string;
  readonly method?: string;
  /** The access token that is sent with the proof. */
  readonly accessToken?: unknown;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
};

/** The owner of a key, who creates proofs of possession (RFC 9449 §4.2). */
export type ProofMaker = {
  readonly jkt: string;
  readonly jwk: JWK;
  readonly privateKey: CryptoKey;
  /** A correct proof. The options set claims and members of the header, or remove them with undefined. */
  readonly prove: (change?: Change) => Promise<string>;
};

/** A provider: its issuer and its clock. */
type Provider = { readonly context: () => { readonly now: Date; readonly settings: { readonly issuer: string } } };

export async function createProofMaker(provider: Provider, alg = 'ES256'): Promise<ProofMaker> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = await exportJWK(publicKey);
  const jkt = await calculateJwkThumbprint(jwk);
  const prove: ProofMaker['prove'] = async ({ path = '/connect/token', method = 'POST', ...change } = {}) => {
    const { now, settings } = provider.context();
    const claims = {
      jti: randomUUID(),
      htm: method,
      htu: `${settings.issuer}${path}`,
      iat: Math.floor(now.getTime() / 1000),
      ...(change.accessToken !== undefined && { ath: sha256(String(change.accessToken)) }),
      ...change.claims,
    };
    const header = { alg, typ: 'dpop+jwt', jwk, ...change.header };
    // undefined removes a member.
    return new SignJWT(JSON.parse(JSON.stringify(claims)))
      .setProtectedHeader(JSON.parse(JSON.stringify(header)))
      .sign(privateKey);
  };
  return { jkt, jwk, privateKey, prove };
}
