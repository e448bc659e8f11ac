import { afterEach, describe, expect, it } from 'vitest';
import { fixtureClient, fixtures, issueCode, redeem, refresh } from '#lib/testing/fixtures';
import { bodyOf, createTestProvider, type TestProvider } from '#lib/testing/provider';

let provider: TestProvider;
afterEach(() => provider.close());

const withSettings = (settings: object) => ({ clients: [{ ...fixtureClient('web'), ...settings }] });
const configure = (settings: object) => provider.configure(withSettings(settings));

/** Returns the first refresh token of a client with these settings. */
async function start(settings: object): Promise<unknown> {
  provider = await createTestProvider({ ...fixtures, ...withSettings(settings) });
  const issued = await issueCode(provider, { scope: 'openid offline_access' });
  return bodyOf(await redeem(provider, issued)).refresh_token;
}

const day = 86_400;

describe('a refresh token (RFC 6749 §6)', () => {
  it('works for years if its client has no limits', async () => {
    const token = await start({ refresh_token_lifetime_seconds: null, refresh_token_idle_seconds: null });
    provider.advance(1000 * day);
    const next = bodyOf(await refresh(provider, token)).refresh_token;
    provider.advance(1000 * day);
    expect((await refresh(provider, next)).status).toBe(200);
  });

  it.each([
    [599, 200],
    [600, 400],
  ])('after %i of its 600 seconds is answered with %i', async (age, status) => {
    const token = await start({ refresh_token_lifetime_seconds: 600, refresh_token_idle_seconds: null });
    provider.advance(age);
    expect((await refresh(provider, token)).status).toBe(status);
  });

  it.each([
    [599, 200],
    [600, 400],
  ])('after %i seconds of a lifetime that became 600 is answered with %i', async (age, status) => {
    const token = await start({ refresh_token_idle_seconds: null });
    await configure({ refresh_token_idle_seconds: null, refresh_token_lifetime_seconds: 600 });
    provider.advance(age);
    expect((await refresh(provider, token)).status).toBe(status);
  });

  it.each([
    [9, 200],
    [10, 400],
  ])('used %i seconds ago, with a grace window of 10, is answered with %i (security #42)', async (age, status) => {
    const token = await start({ refresh_token_grace_seconds: 10 });
    expect((await refresh(provider, token)).status).toBe(200);
    provider.advance(age);
    expect((await refresh(provider, token)).status).toBe(status);
  });

  it.each([
    ['within its grace window, has no effect', 9, 200],
    ['at the end of its grace window, ends the family', 10, 400],
  ])('that has expired and was used, %s (security #40)', async (_, age, status) => {
    const token = await start({ refresh_token_idle_seconds: 600, refresh_token_grace_seconds: 10 });
    provider.advance(599);
    const next = bodyOf(await refresh(provider, token)).refresh_token;
    provider.advance(age);
    expect((await refresh(provider, token)).status).toBe(400);
    expect((await refresh(provider, next)).status).toBe(status);
  });
});
