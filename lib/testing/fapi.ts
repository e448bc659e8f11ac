import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { HttpResponse } from '#lib/http/types';
import { createProofMaker } from './dpop';
import { redirectUri } from './person';
import { bodyOf, type FormFields, issuer, type TestProvider } from './provider';

type Signing = {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
};

/** A client of FAPI 2.0 with a key. Its entry has only the required members. */
export async function createFapiClient(clientId: string, securityProfile: string, algs: readonly string[] = ['PS256']) {
  const pairs = new Map(await Promise.all(algs.map(async (alg) => [alg, await generateKeyPair(alg)] as const)));
  const keyOf = (alg: string): CryptoKeyPair => {
    const pair = pairs.get(alg);
    if (pair === undefined) throw new Error(`no key for ${alg}`);
    return pair;
  };
  const keys = await Promise.all(
    algs.map(async (alg) => ({ ...(await exportJWK(keyOf(alg).publicKey)), kid: alg, alg, use: 'sig' })),
  );
  const [usualAlg = ''] = algs;
  const sign = ({ header = {}, claims = {} }: Signing) => {
    const alg = String(header.alg ?? usualAlg);
    // undefined removes a member.
    return new SignJWT(JSON.parse(JSON.stringify(claims)))
      .setProtectedHeader(JSON.parse(JSON.stringify({ alg, kid: alg, ...header })))
      .sign(keyOf(alg).privateKey);
  };
  return {
    clientId,
    privateKey: keyOf(usualAlg).privateKey,
    entry: {
      client_id: clientId,
      security_profile: securityProfile,
      jwks: { keys },
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
      scope: 'openid profile offline_access orders',
      require_consent: false,
    },
    sign,
  };
}

export type FapiClient = Awaited<ReturnType<typeof createFapiClient>>;

/** The requests of a FAPI 2.0 client. They are correct, apart from the changes that a test makes. */
export async function createFapiParty(provider: TestProvider, client: FapiClient) {
  const { clientId, sign } = client;
  const seconds = () => Math.floor(provider.context().now.getTime() / 1000);
  const prover = await createProofMaker(provider);
  const assertion = ({ claims = {}, header }: Signing = {}) => {
    const right = { iss: clientId, sub: clientId, aud: issuer, exp: seconds() + 60, jti: randomUUID() };
    return sign({ claims: { ...right, ...claims }, ...(header && { header }) });
  };
  const authentication = async (change?: Signing): Promise<FormFields> => ({
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: await assertion(change),
  });
  const verifier = randomBytes(32).toString('base64url');
  const request = {
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid profile',
    state: 's1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  const requestObject = ({ claims = {}, header }: Signing = {}) => {
    const times = { nbf: seconds(), exp: seconds() + 60 };
    return sign({ claims: { ...request, iss: clientId, aud: issuer, ...times, ...claims }, ...(header && { header }) });
  };
  return {
    verifier,
    request,
    prover,
    assertion,
    authentication,
    requestObject,
    seconds,
    /** Pushes the request. Fields can be changed, or removed with undefined. */
    push: async (fields: FormFields = {}, headers = {}): Promise<HttpResponse> =>
      provider.post('/connect/par', { ...request, ...(await authentication()), ...fields }, headers),
    /** Requests a token for the client itself, with a proof unless it is null. */
    ask: async (fields: FormFields = {}, proof?: string | null): Promise<HttpResponse> => {
      const dpop = proof === undefined ? await prover.prove() : proof;
      const usual = { grant_type: 'client_credentials', scope: 'orders', ...(await authentication()) };
      return provider.post('/connect/token', { ...usual, ...fields }, dpop === null ? {} : { dpop });
    },
    /** The address that a browser opens after push(). */
    pathOf: (pushed: HttpResponse) => {
      const uri = String(bodyOf(pushed).request_uri);
      return `/connect/authorize?${new URLSearchParams({ client_id: clientId, request_uri: uri })}`;
    },
  };
}

export type FapiParty = Awaited<ReturnType<typeof createFapiParty>>;
