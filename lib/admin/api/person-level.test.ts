import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiConfiguration, createTestApi, type TestApi } from '#lib/testing/admin-api';

const portal = { admin_second_factor: 'required', acr_aliases: { 'urn:example:sca': 2, 'urn:example:low': 1 } };

let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await createTestApi(apiConfiguration);
  // Once level 2 is required, the grant without pages issues nothing. So the token is issued before the rule is set.
  token = await api.tokenOf('root');
  await configure(portal);
});
afterAll(() => api.close());

/** The configuration is read again after a few seconds. */
async function configure(rules: object) {
  await api.provider.configure({ ...apiConfiguration, portal: rules });
  api.provider.advance(5);
}

describe('admin_second_factor: required at the admin API (RFC 9470 §3)', () => {
  const ask = () => api.call('GET', '/clients', { token });
  /** Stores a grant as if the person had signed in with this acr and these methods. */
  const signedInWith = (acr: string | null, amr = 'pwd otp mfa') =>
    api.provider.context().db.grant.updateMany({ data: { acr, amr } });

  it.each([
    [null, 'pwd'],
    ['urn:signet:acr:1', 'pwd'],
    ['urn:example:low', 'pwd'],
    ['gold', 'pwd'],
    // A provider says so, but its acr_mapping gives level 1.
    ['urn:signet:acr:1', 'mfa'],
    // The alias was the name of level 1 at that time.
    ['urn:example:sca', 'pwd'],
    ['urn:example:sca', 'swk'],
    ['urn:example:sca', ''],
  ])('refuses a person who signed in with %s by %s', async (acr, amr) => {
    await signedInWith(acr, amr);
    const { status, json, headers } = await ask();
    expect([status, json.code]).toEqual([401, 'insufficient_user_authentication']);
    // Under both schemes, because the token may be bound (RFC 9449 §7.1).
    const parameters = 'realm="signet", error="insufficient_user_authentication", acr_values="urn:signet:acr:2"';
    expect(headers['www-authenticate']).toEqual(
      ['Bearer', 'DPoP'].map((scheme) => expect.stringContaining(`${scheme} ${parameters}`)),
    );
  });

  it.each([
    ['urn:signet:acr:2', 'pwd otp mfa'],
    ['phr', 'swk user mfa'],
    ['phrh', 'hwk user mfa'],
    ['urn:example:sca', 'pwd otp mfa'],
    ['urn:example:sca', 'mfa'],
  ])('accepts a person who signed in with %s by %s', async (acr, amr) => {
    await signedInWith(acr, amr);
    expect((await ask()).status).toBe(200);
  });

  it('refuses a sign-in of level 1 under an alias that names level 2 since (security #98)', async () => {
    await configure({ acr_aliases: { ...portal.acr_aliases, 'urn:example:moved': 1 } });
    const moved = await api.tokenOf('root', 'signet.admin', 'urn:example:moved');
    const use = async () => (await api.call('GET', '/clients', { token: moved })).status;
    expect(await use()).toBe(200);
    await configure({ ...portal, acr_aliases: { ...portal.acr_aliases, 'urn:example:moved': 2 } });
    expect(await use()).toBe(401);
  });

  it('requires nothing of a client that acts for itself', async () => {
    expect((await api.call('GET', '/clients', { token: await api.tokenOf('reader') })).status).toBe(200);
  });

  it('requires nothing while it is optional', async () => {
    await signedInWith('urn:signet:acr:1');
    await configure({ ...portal, admin_second_factor: 'optional' });
    expect((await ask()).status).toBe(200);
  });
});
