import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { publicDocument } from './public-document';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({});
});
afterAll(() => provider.close());

it('a document is prepared once per ten seconds and configuration revision', () => {
  const { settings, snapshot, now } = provider.context();
  let built = 0;
  const { document } = publicDocument('of-this-test', () => {
    built += 1;
    return { built };
  });
  const ask = (milliseconds: number, from = snapshot) => {
    document(undefined, { settings, snapshot: from, now: new Date(now.getTime() + milliseconds) });
    return built;
  };
  expect([ask(0), ask(0), ask(9999)]).toEqual([1, 1, 1]);
  expect([ask(10_000), ask(10_000)], 'phases of keys change with time').toEqual([2, 2]);
  expect([ask(9999), ask(9999)], 'a clock that was set back').toEqual([3, 3]);
  const next = { ...snapshot };
  expect([ask(9999, next), ask(9999, next), ask(9999)], 'another revision').toEqual([4, 4, 5]);
});

it('a document that the caller already has is not sent again (RFC 9110 §13.1.2)', () => {
  const context = provider.context();
  const { document } = publicDocument('unchanged-of-this-test', () => ({ a: 1 }));
  const whole = document(undefined, context);
  expect(whole).toMatchObject({ status: 200, body: '{"a":1}' });
  const etag = String(whole.headers.etag);
  // A proxy that compresses the document makes its tag weak.
  for (const condition of [etag, `W/${etag}`, `"another", ${etag}`, '*']) {
    expect(document(condition, context), condition).toMatchObject({ status: 304, headers: { etag }, body: '' });
  }
  expect(document('"another"', context).status).toBe(200);
});
