import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixtures } from '#lib/testing/fixtures';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { findDebugTarget } from './read';

let provider: TestProvider;
let reference = '';
beforeAll(async () => {
  provider = await createTestProvider(fixtures);
  const { body } = await provider.send(
    '/connect/authorize?client_id=web&response_type=code&redirect_uri=https://no.test',
  );
  reference = /\b[0-9A-HJKMNP-TV-Z]{10}\b/.exec(String(body))?.[0] ?? '';
  await provider.flushExplanations();
});
afterAll(() => provider.close());

const find = (text: string) => findDebugTarget(provider.context(), text);

it('finds the refused request of a reference in any notation', async () => {
  const target = `/admin/debug/requests/${reference}`;
  expect(await find(reference)).toBe(target);
  expect(await find(reference.toLowerCase())).toBe(target);
});

it('finds the refused requests of a client ID', async () => {
  expect(await find('web')).toBe('/admin/debug/requests?client=web');
});

it.each([
  `${issuer}/connect/authorize?client_id=web&scope=openid`,
  `${issuer}/connect/authorize?scope=openid&client_id=web`,
  `${issuer}/connect/authorize?request_uri=urn:x`,
  'response_type=code&client_id=web',
])('finds the simulation of %s', async (address) => {
  expect(await find(address)).toBe(`/admin/debug/simulator?${new URLSearchParams({ address })}`);
});

it.each(['nobody', '0000000000', 'https://web.test/', 'my client_id=web', ''])(
  'finds nothing for "%s"',
  async (text) => {
    expect(await find(text)).toBeNull();
  },
);
