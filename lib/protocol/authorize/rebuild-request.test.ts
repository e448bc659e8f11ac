import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findInteraction } from '#lib/interactions/interaction-store';
import { fixtures } from '#lib/testing/fixtures';
import { authorizeRequest, createPerson, locationOf } from '#lib/testing/person';
import { createTestProvider, type FormFields, type TestProvider } from '#lib/testing/provider';
import { rebuildRequest } from './rebuild-request';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(fixtures);
});
afterAll(() => provider.close());

/** Returns the stored form of a request that has to wait for a person. */
async function store(path: string) {
  const response = await createPerson(provider).get(path);
  const handle = new URL(locationOf(response)).searchParams.get('interaction') ?? '';
  const interaction = await findInteraction(provider.context().db, handle);
  if (interaction?.kind !== 'authorize') throw new Error(`nothing is stored for ${path}`);
  return interaction.request;
}

describe('a rebuilt request is equivalent to the original (ux §1.8.5)', () => {
  it.each<[string, FormFields]>([
    ['the least', { state: undefined, nonce: undefined }],
    ['a state that needs encoding', { state: 'a b&c=d#é' }],
    [
      'how to sign in',
      { prompt: 'login consent', max_age: '60', acr_values: 'tenant:acme idp:local', display: 'popup' },
    ],
    ['hints', { login_hint: 'ada@contoso.example', ui_locales: 'fr-CA fr en' }],
    ['form_post', { response_mode: 'form_post' }],
    ['the key of the code (RFC 9449 §10)', { dpop_jkt: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs' }],
    [
      'claims by name',
      { claims: JSON.stringify({ id_token: { email: null }, userinfo: { name: { essential: true } } }) },
    ],
    ['a level', { claims: JSON.stringify({ id_token: { acr: { essential: true, values: ['phr'] } } }) }],
    ['one subject', { claims: JSON.stringify({ id_token: { sub: { value: 'somebody' } } }) }],
  ])('%s', async (_, overrides) => {
    const request = await store(authorizeRequest(overrides).path);
    expect(await store(rebuildRequest(request) ?? '')).toEqual(request);
  });

  it('leaves out absent parameters', async () => {
    const least = { state: undefined, nonce: undefined, prompt: undefined };
    const { searchParams } = new URL(
      rebuildRequest(await store(authorizeRequest(least).path)) ?? '',
      'https://op.test',
    );
    expect([...searchParams.keys()].sort()).toEqual([
      'client_id',
      'code_challenge',
      'code_challenge_method',
      'redirect_uri',
      'response_mode',
      'response_type',
      'scope',
    ]);
  });

  it('fits an address of 24 KiB, and no longer one', async () => {
    const request = { ...(await store(authorizeRequest().path)), state: 's' };
    const room = 24 * 1024 - (rebuildRequest(request) ?? '').length;
    expect(rebuildRequest({ ...request, state: 's'.repeat(1 + room) })).toHaveLength(24 * 1024);
    expect(rebuildRequest({ ...request, state: 's'.repeat(2 + room) })).toBeNull();
  });

  it.each([
    ['the longest state that an address can hold', 'é'.repeat(3_500), true],
    ['a state that was posted and is too long for an address', 'é'.repeat(4_096), false],
  ])('%s', async (_, state, fits) => {
    const request = { ...(await store(authorizeRequest().path)), state };
    expect(rebuildRequest(request) !== null).toBe(fits);
  });
});
