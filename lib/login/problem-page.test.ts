import { describe, expect, it } from 'vitest';
import { blankClient, toClient } from '#lib/clients/client-record';
import type { Context } from '#lib/context';
import type { Interaction } from '#lib/interactions/interaction';
import { authorizeUrlBytes } from '#lib/protocol/authorize/rebuild-request';
import { invalidRequest } from '#lib/protocol/oauth-error';
import { plainBrand, plainFrame } from '#lib/theme/brand';
import { endedPage, overtakenPage } from './problem-page';

const now = new Date('2026-01-01T12:00:00Z');
const later = new Date(now.getTime() + 1);
const context = {
  snapshot: { brand: plainBrand },
  now,
  requestId: 'request-1',
  settings: { issuer: 'https://op.test' },
  explain: () => 'reference-1',
} as unknown as Context;

const client = (changes: object = {}) =>
  toClient({ ...blankClient('shop'), clientName: 'Shop', clientUri: 'https://shop.example/', ...changes });
const waitsFor = (changes: object = {}) => ({ client: client(changes), frame: plainFrame, loginHint: null });
const forPortal = { client: null, frame: plainFrame, loginHint: null };

const request = {
  responseType: 'code',
  clientId: 'shop',
  redirectUri: 'https://shop.example/cb',
  scope: ['openid'],
  resources: [],
  prompt: new Set(),
  claims: { idToken: [], userinfo: [], acr: null },
  maxAge: null,
  hintSub: null,
};

type Waiting = Exclude<Interaction, { kind: 'refused_code' }>;

const authorize = { kind: 'authorize', request, wasPushed: false, wasSigned: false, triedBy: null };
const interaction = (changes: object) =>
  ({ expiresAt: now, completedAt: null, ...authorize, ...changes }) as unknown as Waiting;
/** A query that makes the address as long as allowed, or longer. */
const documentQuery = (more = 0) => 'q'.repeat(authorizeUrlBytes - '/connect/authorize?'.length + more);

describe('an interaction that is over', () => {
  it('counts as open until it expires', () => {
    expect(endedPage(interaction({ expiresAt: later }), waitsFor(), context)).toBeNull();
    expect(endedPage(interaction({ expiresAt: now }), waitsFor(), context)).toMatchObject({ status: 410 });
  });

  it('is reported as finished before and after it expires (design: interaction)', () => {
    for (const expiresAt of [now, later]) {
      expect(endedPage(interaction({ completedAt: now, expiresAt }), waitsFor(), context)).toMatchObject({
        status: 409,
        problem: 'interaction_finished',
        reference: 'reference-1',
        continueTo: { app: 'Shop', uri: 'https://shop.example/' },
        frame: plainFrame,
      });
    }
  });

  it.each<[string, object, ReturnType<typeof waitsFor> | typeof forPortal, string]>([
    ['a device', { kind: 'device' }, waitsFor(), '/device'],
    ['a page of the portal', { kind: 'portal', area: '/admin/clients' }, forPortal, '/admin/clients'],
    ['a trial', { triedBy: 'sid', wasSigned: true }, waitsFor(), '/admin/debug/simulator?client=shop'],
    ['a request', {}, waitsFor(), '/connect/authorize?response_type=code&client_id=shop'],
    ['a document', { kind: 'document', query: 'client_id=x' }, waitsFor(), '/connect/authorize?client_id=x'],
    ['a document in the longest address', { kind: 'document', query: documentQuery() }, waitsFor(), '/connect'],
  ])('can be restarted: %s', (_, changes, whom, href) => {
    const page = endedPage(interaction(changes), whom, context);
    expect(page).toMatchObject({
      status: 410,
      problem: 'interaction_expired',
      again: { word: 'restart', href: expect.stringMatching(new RegExp(`^${href.replace('?', '\\?')}`)) },
      continueTo: whom.client === null ? null : { app: 'Shop' },
    });
  });

  it.each<[string, object, object?]>([
    ['was pushed (RFC 9126 §1)', { wasPushed: true }],
    ['was signed (RFC 9101 §10.5)', { wasSigned: true }],
    ['has to be pushed from now on (RFC 9126 §5)', {}, { requirePushedAuthorizationRequests: true }],
    ['has to be signed from now on (RFC 9101 §10.5)', {}, { requireSignedRequestObject: true }],
    ['would have too long an address', { kind: 'document', query: documentQuery(1) }],
  ])('can only be restarted by the application when the request %s', (_, changes, whose = {}) => {
    expect(endedPage(interaction(changes), waitsFor(whose), context)).toMatchObject({
      status: 410,
      problem: 'interaction_expired_pushed',
      again: null,
      continueTo: { app: 'Shop' },
    });
  });
});

it('shows the developer why a request was stopped (RFC 6749 §4.1.2.1)', () => {
  const error = invalidRequest('redirect_uri_missing');
  expect(overtakenPage(error, { client: client(), frame: plainFrame }, context)).toMatchObject({
    status: 400,
    problem: 'interaction_overtaken',
    reference: 'reference-1',
    continueTo: { uri: 'https://shop.example/' },
    details: [
      { label: 'error', value: 'invalid_request' },
      { label: 'description', value: error.description },
    ],
  });
});
