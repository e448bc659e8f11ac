import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';

const path = '/.well-known/security.txt';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(
    {},
    { SIGNET_SECURITY_CONTACT: 'mailto:security@example.com, https://example.com/report' },
  );
});
afterAll(() => provider.close());

it('lists the contacts in the order of preference, for half a year (RFC 9116 §2.5)', async () => {
  const response = await provider.send(path);
  expect(response.status).toBe(200);
  expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
  const lines = String(response.body).split('\n');
  expect(lines.filter((line) => !line.startsWith('Expires: '))).toEqual([
    'Contact: mailto:security@example.com',
    'Contact: https://example.com/report',
    'Preferred-Languages: en',
    `Canonical: ${provider.context().settings.issuer}${path}`,
    '',
  ]);
  const expires = lines.find((line) => line.startsWith('Expires: '))?.slice('Expires: '.length);
  const days = (Date.parse(String(expires)) - provider.context().now.getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(170);
  expect(days).toBeLessThanOrEqual(180);
});

it('does not exist without SIGNET_SECURITY_CONTACT', async () => {
  const silent = await createTestProvider({});
  expect(await silent.send(path)).toMatchObject({ status: 404 });
  await silent.close();
});
