import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import { createTestApi, type TestApi } from '#lib/testing/admin-api';
import { traceRequest } from '#lib/testing/trace-request';

let api: TestApi;
let token: string;

beforeAll(async () => {
  api = await createTestApi();
  token = await api.tokenOf('editor', 'signet.admin');
});
afterAll(() => api.close());

const call = (method: string, address: string, body?: unknown) =>
  api.call(method, address, { token, ...(body !== undefined && { body }) });

describe('live traces by the API', () => {
  it('can be started, read step by step, and stopped', async () => {
    const { trace_id: id, step_id: step } = await traceRequest(api, token, 'web');
    const again = await call('POST', '/traces', { client_id: 'web' });
    expect(again).toMatchObject({ status: 201, json: { id, running: true, started_by: 'editor' } });
    expect(again.headers.location).toBe(`/api/admin/v1/traces/${id}`);
    expect((await call('GET', '/traces?client=web')).json).toMatchObject({ items: [{ id, client_name: 'Web shop' }] });
    expect((await call('GET', '/traces?client=other')).json).toEqual({ items: [] });
    expect((await call('GET', `/traces/${id}`)).json).toMatchObject({
      trace: { id, steps: 1, full: false },
      sign_ins: [{ id: step, failed: true, steps: [{ id: step, endpoint: '/connect/authorize' }] }],
    });
    expect((await call('GET', `/traces/${id}/sign-ins/${step}`)).json).toMatchObject({
      steps: [{ method: 'GET', refusal: { rule: 'redirect_uri_not_registered', reference: expect.any(String) } }],
    });
    api.provider.advance(1);
    expect((await call('POST', `/traces/${id}/stop`)).json).toMatchObject({ running: false, stopped_by: 'editor' });
    const [event] = await listEvents(api.provider.context().db, { types: ['trace.stopped'] }, 1);
    expect(event).toMatchObject({ actorKind: 'client', actorId: 'editor', targetId: 'web' });
  });

  it.each([
    ['GET', '/traces/none', undefined],
    ['GET', '/traces/none/sign-ins/none', undefined],
    ['POST', '/traces/none/stop', undefined],
    ['POST', '/traces', { client_id: 'none' }],
  ])('%s %s is not found', async (method, address, body) => {
    expect(await call(method, address, body)).toMatchObject({ status: 404, json: { code: 'not_found' } });
  });
});
