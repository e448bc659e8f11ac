import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listEvents } from '#lib/audit/event-store';
import { listProviders } from '#lib/providers/provider-store';
import { apiConfiguration, createTestApi, type TestApi } from '#lib/testing/admin-api';
import { type ScriptedUpstream, startScriptedUpstream } from '#lib/testing/scripted-upstream';

let api: TestApi;
let upstream: ScriptedUpstream;
let token: string;

beforeAll(async () => {
  upstream = await startScriptedUpstream();
  const secret = { client_id: 'x', client_secret: 'y' };
  const configuration = {
    ...apiConfiguration,
    identity_providers: [
      { ...secret, name: 'corp', type: 'oidc', display_name: 'Corp', issuer: upstream.issuer },
      { ...secret, name: 'gone', type: 'oidc', display_name: 'Gone', issuer: 'http://localhost:1' },
      { ...secret, name: 'hub', type: 'github', display_name: 'GitHub' },
    ],
    tenants: [{ name: 'acme', display_name: 'Acme', identity_providers: ['corp'] }],
    clients: apiConfiguration.clients.map((client) =>
      client.client_id === 'web' ? { ...client, tenant: 'acme' } : client,
    ),
  };
  api = await createTestApi(configuration, { SIGNET_OUTBOUND_ALLOW: 'localhost' });
  token = await api.tokenOf('editor', 'signet.admin');
});
afterAll(async () => {
  await api.close();
  await upstream.close();
});

const call = (method: string, address: string, body?: unknown) =>
  api.call(method, address, { token, ...(body !== undefined && { body }) });
const web = { client_id: 'web', name: 'Web shop' };

describe('identity providers by the API', () => {
  it('can be asked for their metadata, which is recorded (OpenID Connect Discovery §4)', async () => {
    expect((await call('POST', '/identity-providers/corp/test')).json).toMatchObject({
      outcome: 'reached',
      issuer: upstream.issuer,
      metadata: { issuer: upstream.issuer, token_endpoint: expect.any(String) },
    });
    api.provider.advance(1);
    expect((await call('POST', '/identity-providers/gone/test')).json).toMatchObject({
      outcome: 'failed',
      problem: 'unavailable',
      reason: expect.any(String),
    });
    expect((await call('POST', '/identity-providers/hub/test')).json).toMatchObject({ outcome: 'needs_person' });
    const events = await listEvents(api.provider.context().db, { types: ['identity_provider.tested'] }, 5);
    expect(events.map(({ targetId, outcome }) => [targetId, outcome])).toEqual([
      ['gone', 'failure'],
      ['corp', 'success'],
    ]);
  });

  it('can be discovered by an issuer that is not configured', async () => {
    const discover = (issuer: string) => call('POST', '/identity-providers/discover', { issuer });
    expect((await discover(upstream.issuer)).json).toMatchObject({ outcome: 'reached' });
    expect((await discover('nothing')).json).toMatchObject({ outcome: 'failed', problem: 'no_issuer' });
  });

  it('can be moved, but not past the ends', async () => {
    const order = async () => (await listProviders(api.provider.context().db)).map(({ name }) => name);
    const move = (name: string, direction: string) => call('POST', `/identity-providers/${name}/move`, { direction });
    expect((await move('hub', 'up')).status).toBe(204);
    expect(await order()).toEqual(['corp', 'hub', 'gone']);
    expect((await move('corp', 'up')).status).toBe(204);
    expect(await order()).toEqual(['corp', 'hub', 'gone']);
    expect((await move('none', 'up')).status).toBe(404);
  });

  it('show who uses them', async () => {
    const usage = (await call('GET', '/identity-providers/corp/usage')).json;
    expect(usage).toMatchObject({ people: 0, last_sign_in_at: null, dependants: 0, clients_total: 6 });
    expect(usage.clients).toContainEqual(web);
    expect((await call('GET', '/identity-providers/hub/usage')).json).toMatchObject({ clients_total: 5 });
    expect((await call('GET', '/identity-providers/none/usage')).status).toBe(404);
  });

  it('show no test result to a client that acts for itself', async () => {
    expect((await call('GET', '/identity-providers/corp/test')).status).toBe(404);
  });
});

describe('a tenant by the API', () => {
  it('shows what belongs to it', async () => {
    expect((await call('GET', '/tenants/acme/usage')).json).toEqual({ clients: [web], people: 0, limit: 1000 });
    expect((await call('GET', '/tenants/none/usage')).status).toBe(404);
  });
});

describe('the overview by the API', () => {
  it('shows the counts of its range', async () => {
    const { status, json } = await call('GET', '/overview?range=7d');
    expect(status).toBe(200);
    expect(json).toMatchObject({ clients: 6, users: 4, checks: { error: expect.any(Number) }, top_clients: [] });
    expect(json.sign_ins).toHaveLength(7);
    const [signIns, tokens] = [json.sign_ins, json.tokens].map((points) =>
      z.array(z.object({ from: z.iso.datetime() })).parse(points),
    );
    expect(tokens).toEqual(signIns);
    expect([json.from, json.new_users, json.active_users]).toEqual([signIns?.[0]?.from, 4, 0]);
  });
});
