import { expect, it } from 'vitest';
import { masterSecret } from '#lib/crypto/master-secret';
import { createTestProvider } from '#lib/testing/provider';
import { runOnce } from './run-once';

it('stores a keyed hash of a request, against which passwords cannot be tried without the master secret', async () => {
  const provider = await createTestProvider({});
  const { db, now, settings, log } = provider.context();
  const content = JSON.stringify(['POST', '/users', '', '{"first_password":"given","password":"correct horse"}']);
  for (const secret of [settings.secret, masterSecret('another-secret-of-another-installation')]) {
    const request = { caller: 'job', key: secret.current, content };
    await runOnce({ db, now, log, settings: { ...settings, secret } }, request, async () => ({ status: 201 }));
  }
  const [one, other] = await db.idempotentRequest.findMany({ select: { digest: true } });
  expect(other?.digest).toHaveLength(43);
  expect(one?.digest).not.toBe(other?.digest);
  await provider.close();
});

it('answers with a new secret although its answer cannot be stored, because the secret is written (RFC 9110 §15.6)', async () => {
  const provider = await createTestProvider({});
  const context = provider.context();
  const gone = new Proxy(context.db.idempotentRequest, {
    get: (rows, name) => (name === 'updateMany' ? fail : Reflect.get(rows, name)),
  });
  const db = new Proxy(context.db, {
    get: (open, name) => (name === 'idempotentRequest' ? gone : Reflect.get(open, name)),
  });
  const answer = { status: 201, once: { secret: 'shown once' } };
  expect(await runOnce({ ...context, db }, { caller: 'job', key: 'one', content: '' }, async () => answer)).toEqual(
    answer,
  );
  await provider.close();
});

async function fail(): Promise<never> {
  throw new Error('the database is gone');
}
