import { expect, it } from 'vitest';
import { createTestProvider } from '#lib/testing/provider';
import { handlePortalStart } from './start-portal';

it('an area’s sign-in address leaves no more rows than others for who is not signed in (security #182)', async () => {
  const provider = await createTestProvider({});
  const { db } = provider.context();
  const clientAddress = '198.51.100.9';
  const request = { method: 'GET', path: '/admin/sign-in', query: 'again=1', headers: {}, body: '', clientAddress };
  expect((await handlePortalStart(request, provider.context())).status).toBe(303);
  await db.rateLimit.update({ where: { key: `sign-in-begun:${clientAddress}` }, data: { count: 10_000 } });
  const refused = await handlePortalStart(request, provider.context());
  expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } });
  expect(await db.interaction.count()).toBe(1);
  await provider.close();
});
