import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordEvents } from '#lib/audit/event-store';
import { sealEvents } from '#lib/audit/seals/seal-events';
import { findLastSeal } from '#lib/audit/seals/seal-store';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { handleMetrics } from './metrics';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({});
});
afterAll(() => provider.close());

async function read(isLocal: boolean, headers: Record<string, string> = {}, metricsToken: string | null = null) {
  const context = { ...provider.context(), isLocal };
  const clientAddress = isLocal ? '127.0.0.1' : '192.0.2.1';
  const request = { method: 'GET', path: '/metrics', query: '', headers, body: '', clientAddress, isLocal };
  const { status } = await handleMetrics(request, { ...context, settings: { ...context.settings, metricsToken } });
  return status;
}

it.each([
  ['this machine', true, 200],
  ['another one', false, 403],
])('the metrics without a token are only for this machine: %s (security #193)', async (_, isLocal, status) => {
  expect(await read(isLocal)).toBe(status);
});

describe('the metrics with a token are for its bearer on any machine', () => {
  const token = 'metrics-token-0001';

  it.each([
    [{ authorization: `Bearer ${token}` }, 200],
    [{ authorization: `bearer ${token}` }, 200],
    [{ authorization: `Bearer ${token}x` }, 401],
    [{ authorization: token }, 401],
    [{}, 401],
  ])('%o: %i', async (headers, status) => {
    for (const isLocal of [true, false]) expect(await read(isLocal, { ...headers }, token)).toBe(status);
  });
});

it('the metrics end with the newest seal of the audit log, once there is one', async () => {
  const own = await createTestProvider({});
  const context = { ...own.context(), isLocal: true };
  const request = { method: 'GET', path: '/metrics', query: '', headers: {}, body: '', clientAddress: '127.0.0.1' };
  const lastLine = async () => (await handleMetrics(request, context)).body.trimEnd().split('\n').at(-1);
  expect(await lastLine()).toBe('# TYPE signet_audit_head_info gauge');
  const actor = { kind: 'command_line', id: null, name: null } as const;
  await recordEvents(context.db, [{ type: 'sign_in.succeeded', outcome: 'success', actor }], context.now);
  await sealEvents(context.db, context.settings.secret, context.now);
  const head = await findLastSeal(context.db);
  expect(await lastLine()).toBe(`signet_audit_head_info{sequence="${head?.sequence}",hash="${head?.hash}"} 1`);
  await own.close();
});
