import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtures, redeem, secrets } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, locationOf, type Person } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, encodeForm, type TestProvider } from '#lib/testing/provider';

/** As apps and products document them. */
const addresses = [
  'app.immich:///oauth-callback',
  'com.example.app://callback',
  'msauth.com.example.App://auth',
  'audiobookshelf://oauth',
  'oc://ios.owncloud.com',
  'MyApp:/cb?flavor=a',
  'http://nas:5000/cb',
  'http://192.168.1.20/cb',
  'http://media.lan/cb',
  'https://rp.test/cb',
];

let provider: TestProvider;
let alice: Person;

beforeAll(async () => {
  const [, , , , silent] = fixtures.clients;
  const client = { ...silent, redirect_uris: addresses, post_logout_redirect_uris: addresses };
  const native = { ...client, client_id: 'native', application_type: 'native' };
  provider = await createTestProvider({ ...fixtures, clients: [{ ...client, client_id: 'mixed' }, native] });
  alice = createPerson(provider);
  await alice.signIn(
    await alice.get(authorizeRequest({ client_id: 'mixed', redirect_uri: 'https://rp.test/cb' }).path),
  );
});
afterAll(() => provider.close());

describe.each(['mixed', 'native'])(
  'an address that an administrator registered for the %s client (security #1, #7)',
  (client_id) => {
    it.each(addresses)('gets the code, byte for byte: %s', async (redirect_uri) => {
      const request = authorizeRequest({ client_id, redirect_uri, prompt: 'none' });
      const response = await alice.get(request.path);
      const joint = redirect_uri.includes('?') ? '&' : '?';
      expect(locationOf(response).startsWith(`${redirect_uri}${joint}`)).toBe(true);
      const { code = '' } = answerOf(response);
      const tokens = await redeem(
        provider,
        { code, verifier: request.verifier },
        { redirect_uri },
        basic(client_id, secrets.web),
      );
      const hint = { id_token_hint: String(bodyOf(tokens).id_token), post_logout_redirect_uri: redirect_uri };
      const away = await createPerson(provider).get(`/connect/endsession?${encodeForm(hint)}`);
      expect(locationOf(away)).toBe(redirect_uri);
    });

    it.each(
      addresses.flatMap((uri) =>
        [uri.toUpperCase(), uri.replace(':/', '://'), `${uri}/`].filter((other) => !addresses.includes(other)),
      ),
    )('in another spelling shows the error page: %s', async (redirect_uri) => {
      const response = await alice.get(authorizeRequest({ client_id, redirect_uri, prompt: 'none' }).path);
      expect(response.headers).not.toHaveProperty('location');
      expect(response.body).toContain('data-page="error"');
    });
  },
);
