import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '#lib/context';
import type { Refusal } from '#lib/explain/refusal';
import type { HttpResponse } from '#lib/http/types';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { answerPreflight, explainRefusedOrigin, withCors } from './cors';
import type { Route } from './route';
import { protocolRoutes } from './routes';

const confidential = { client_secrets: [{ value: 'x' }], redirect_uris: ['https://shared.test/cb'] };
let provider: TestProvider;

beforeAll(async () => {
  provider = await createTestProvider({
    clients: [
      {
        client_id: 'spa',
        token_endpoint_auth_method: 'none',
        redirect_uris: ['https://app.test/cb', 'https://api.test/cb'],
        allowed_cors_origins: ['https://app.test'],
      },
      { client_id: 'one', ...confidential },
      { client_id: 'other', ...confidential },
      { client_id: 'off', ...confidential, redirect_uris: ['https://off.test/cb'], enabled: false },
    ],
  });
});
afterAll(() => provider.close());

const routeOf = (path: string): Route => protocolRoutes.find((route) => route.path === path) ?? expect.fail(path);

/** The recorded refusals for a request with this origin and a recognized client, or for a preflight. */
function noted(origin: string | undefined, clientId: string | null, path = '/connect/token'): readonly Refusal[] {
  const refusals: Refusal[] = [];
  const known = provider.context();
  // A new snapshot, because the index of redirect URIs is kept for each snapshot.
  const snapshot = { ...known.snapshot };
  const context: Context = { ...known, snapshot, explain: (refusal) => `${refusals.push(refusal)}` };
  const route = routeOf(path);
  const method = clientId === null ? 'OPTIONS' : 'POST';
  const request = { method, path, query: '', headers: { origin }, body: '', clientAddress: '192.0.2.1' };
  const answer: HttpResponse = { status: 200, headers: {}, body: '', report: { clientId: clientId ?? '' } };
  const answered =
    method === 'OPTIONS' ? answerPreflight(route, request, snapshot) : withCors(route, request, snapshot, answer);
  explainRefusedOrigin(route, request, answered, context);
  return refusals;
}

describe('a page that may not read an answer (security #184)', () => {
  it('is recorded for the client of its request, with the origins that would have been allowed', () => {
    expect(noted('https://new.test', 'spa')).toEqual([
      {
        rule: 'origin_not_allowed',
        error: 'origin_not_allowed',
        description: 'The origin of the page is not allowed for this client',
        clientId: 'spa',
        facts: { name: 'Origin', received: 'https://new.test', registered: ['https://app.test'] },
      },
    ]);
  });

  it.each([
    ['that only this client redirects to', 'https://api.test', null, ['spa']],
    ['that two clients redirect to', 'https://shared.test', null, []],
    ['that a disabled client redirects to', 'https://off.test', null, []],
    ['of nobody', 'https://stranger.test', null, []],
    ['that begins like one', 'https://api.tes', null, []],
  ])('a preflight from an origin %s', (_, origin, clientId, expected) => {
    expect(noted(origin, clientId).map((refusal) => refusal.clientId)).toEqual(expected);
  });

  it.each([
    ['an allowed origin', 'https://app.test', 'spa', '/connect/token'],
    ['an allowed preflight', 'https://app.test', null, '/connect/token'],
    ['no origin', undefined, 'spa', '/connect/token'],
    ['this server itself', issuer, 'spa', '/connect/token'],
    ['a sandboxed frame', 'null', 'spa', '/connect/token'],
    ['an extension', 'chrome-extension://abcdefghijklmnop', 'spa', '/connect/token'],
    ['what no browser writes', 'https://NEW.test/', 'spa', '/connect/token'],
    ['what is too long', `https://${'a.'.repeat(200)}test`, 'spa', '/connect/token'],
    ['an unknown client', 'https://new.test', 'nobody', '/connect/token'],
    ['a request without a client', 'https://new.test', '', '/connect/token'],
    ['an endpoint that every page may read', 'https://new.test', 'spa', '/.well-known/openid-configuration'],
    ['an endpoint that no page may read', 'https://new.test', 'spa', '/connect/introspect'],
  ])('is not recorded for %s', (_, origin, clientId, path) => {
    expect(noted(origin, clientId, path)).toEqual([]);
  });
});
