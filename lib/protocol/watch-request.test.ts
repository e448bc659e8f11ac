import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '#lib/context';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import type { HttpExchange } from '#lib/trace/http-exchange';
import { runHandler } from './watch-request';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({});
});
afterAll(() => provider.close());

const request = { method: 'GET', path: '/connect/token', query: '', headers: {}, body: '', clientAddress: '192.0.2.1' };

/** A context with a trace of one client, and the recorded steps. */
function traced(): { context: Context; noted: HttpExchange[] } {
  const context = provider.context();
  const noted: HttpExchange[] = [];
  const traces = new Map([
    ['web', { id: 'trace-1', startedAt: context.now, endsAt: new Date(context.now.getTime() + 60_000) }],
  ]);
  const noteExchange = (exchange: HttpExchange) => noted.push(exchange);
  return { context: { ...context, noteExchange, snapshot: { ...context.snapshot, traces } }, noted };
}

describe('while a client is traced', () => {
  it('a request is recorded with its answer and the references of its refusals', async () => {
    const { context, noted } = traced();
    await runHandler(
      async (_, { explain }) => {
        const refusal = {
          rule: 'token_missing',
          error: 'invalid_request',
          description: 'no token',
          facts: {},
        } as const;
        explain({ ...refusal, clientId: 'web' });
        return { status: 400, headers: {}, body: '{}' };
      },
      request,
      context,
    );
    expect(noted).toMatchObject([
      {
        response: { status: 400 },
        refusals: [{ rule: 'token_missing', clientId: 'web', reference: expect.any(String) }],
      },
    ]);
  });

  it('a request that fails is recorded as unanswered, and still fails', async () => {
    const { context, noted } = traced();
    const failure = new Error('unexpected');
    await expect(runHandler(() => Promise.reject(failure), request, context)).rejects.toBe(failure);
    expect(noted).toMatchObject([{ response: { status: 500, body: '' }, refusals: [] }]);
  });
});

it('nothing is recorded while no client is traced', async () => {
  const { context, noted } = traced();
  const quiet = { ...context, snapshot: { ...context.snapshot, traces: new Map() } };
  await runHandler(async () => ({ status: 200, headers: {}, body: '' }), request, quiet);
  expect(noted).toEqual([]);
});
