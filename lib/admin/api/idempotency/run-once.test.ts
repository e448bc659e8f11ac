import { expect, it } from 'vitest';
import { masterSecret } from '#lib/crypto/master-secret';
import { createTestProvider } from '#lib/testing/provider';
import { runOnce } from './run-once';

it('stores a keyed hash of a request, against which passwords cannot be tried without the master secret', async () => {
  const provider = await createTestProvider({});
  const { db, now, settings } = provider.context();
  const content = JSON.stringify(['POST', '/users', '', '{"first_password":"given","password":"correct horse"}']);
  for (const secret of [settings.secret, masterSecret('another-secret-of-another-installation')]) {
    const request = { caller: 'job', key: secret.current, content };
    await runOnce({ db, now, settings: { ...settings, secret } }, request, async () => ({ status: 201 }));
  }
  const [one, other] = await db.idempotentRequest.findMany({ select: { digest: true } });
  expect(other?.digest).toHaveLength(43);
  expect(one?.digest).not.toBe(other?.digest);
  await provider.close();
});
