import { generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byCommandLine } from '#lib/config/authorship';
import { revokeRecorded } from '#lib/config/revoke-recorded';
import { rotateRecorded } from '#lib/config/rotate-recorded';
import { fixtures, issueCode, redeem, secrets } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, locationOf, type Person } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type TestProvider } from '#lib/testing/provider';

const silent = { client_id: 'silent', scope: 'openid' };

let provider: TestProvider;
let alice: Person;
/** ID tokens of alice and bob, for the client. */
let hints: { readonly alice: string; readonly bob: string };
let accessToken: string;

beforeAll(async () => {
  provider = await createTestProvider(fixtures);
  const issued = await issueCode(provider, silent);
  alice = issued.person;
  const tokens = bodyOf(await redeem(provider, issued, {}, basic('silent', secrets.web)));
  accessToken = String(tokens.access_token);
  hints = { alice: String(tokens.id_token), bob: await hintOfBob() };
});
afterAll(() => provider.close());

async function hintOfBob(): Promise<string> {
  const bob = createPerson(provider);
  const request = authorizeRequest(silent);
  const { code = '' } = answerOf(await bob.signIn(await bob.get(request.path), 'bob'));
  const tokens = await redeem(provider, { code, verifier: request.verifier }, {}, basic('silent', secrets.web));
  return String(bodyOf(tokens).id_token);
}

const ask = (hint: string, prompt?: string) =>
  alice.get(authorizeRequest({ ...silent, id_token_hint: hint, prompt }).path);

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The hint with another header, signed by `signer`. */
function forge(hint: string, header: object, signer: (input: string) => string): string {
  const [, payload = ''] = hint.split('.');
  const input = `${encode(header)}.${payload}`;
  return `${input}.${signer(input)}`;
}

describe('id_token_hint at the authorization endpoint (OpenID Connect Core §3.1.2.1, security #19)', () => {
  it('of the signed-in person has no effect', async () => {
    expect(answerOf(await ask(hints.alice, 'none'))).toHaveProperty('code');
  });

  it('of another person never switches the session silently', async () => {
    expect(answerOf(await ask(hints.bob, 'none')).error).toBe('login_required');
    expect(locationOf(await ask(hints.bob))).toMatch(/\/login\?interaction=/);
  });

  it('may be expired', async () => {
    provider.advance(400);
    expect(answerOf(await ask(hints.alice, 'none'))).toHaveProperty('code');
  });

  const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const rs256 = (input: string) => sign('sha256', Buffer.from(input), other.privateKey).toString('base64url');
  const kidOf = (hint: string): unknown =>
    JSON.parse(Buffer.from(hint.split('.')[0] ?? '', 'base64url').toString()).kid;

  it.each<[string, () => string]>([
    ['without a signature', () => forge(hints.bob, { alg: 'none', typ: 'JWT' }, () => '')],
    [
      'with alg none and a signature',
      () => forge(hints.bob, { alg: 'none', typ: 'JWT', kid: kidOf(hints.bob) }, rs256),
    ],
    ['of another key', () => forge(hints.bob, { alg: 'RS256', typ: 'JWT', kid: kidOf(hints.bob) }, rs256)],
    [
      'of a key it brings along',
      () => forge(hints.bob, { alg: 'RS256', jwk: other.publicKey.export({ format: 'jwk' }) }, rs256),
    ],
    ['cut short', () => hints.bob.slice(0, -1)],
    ['of 100 KB', () => `${hints.bob}${'x'.repeat(100_000)}`],
    ['that is an access token', () => accessToken],
    ['that is no JWT', () => "' OR 1=1--"],
  ])('%s is invalid_request', async (_, make) => {
    expect(answerOf(await ask(make(), 'none')).error).toBe('invalid_request');
  });

  it('of another client is invalid_request', async () => {
    const response = await alice.get(authorizeRequest({ id_token_hint: hints.alice, prompt: 'none' }).path);
    expect(answerOf(response).error).toBe('invalid_request');
  });

  describe('whose key has expired', () => {
    const byNow = () => {
      const { settings, now } = provider.context();
      return { secret: settings.secret, now, by: byCommandLine };
    };

    it('is accepted, because the session outlives the key, which is in no key set', async () => {
      await rotateRecorded(provider.context().db, byNow());
      await provider.configure({});
      provider.advance(6000);
      for (const reload of [async () => {}, () => provider.configure({})]) {
        await reload();
        expect(answerOf(await ask(hints.alice, 'none'))).toHaveProperty('code');
        expect(answerOf(await ask(hints.bob, 'none')).error).toBe('login_required');
      }
      const published = JSON.stringify(bodyOf(await provider.send('/.well-known/openid-configuration/jwks')));
      expect(published).not.toContain(kidOf(hints.alice));
    });

    it('is invalid_request after the key was revoked', async () => {
      await revokeRecorded(provider.context().db, { kid: String(kidOf(hints.alice)), ...byNow() });
      await provider.configure({});
      expect(answerOf(await ask(hints.alice, 'none')).error).toBe('invalid_request');
    });
  });
});
