import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#lib/clients/client';
import { fixtures } from '#lib/testing/fixtures';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { type OAuthError, temporarilyUnavailable, tooManyRequests, unauthorizedClient } from '../oauth-error';
import { documentNeed, documentRefusal, recordFresh } from './document-need';

describe('what a document is needed for', () => {
  const url = 'https://app.example/agent.json';
  const day = 86_400_000;
  const agents = { denied_domains: ['evil.example'] };

  let provider: TestProvider;
  beforeAll(async () => {
    provider = await createTestProvider({ ...fixtures, portal: { client_id_metadata_documents: 'open', agents } });
  });
  afterAll(() => provider.close());

  type Situation = {
    /** The client at this address. If absent, there is none. */
    readonly client?: Partial<Client>;
    readonly isOff?: boolean;
    readonly allowed?: readonly string[];
  };

  function needOf(clientId: string, { client, isOff = false, allowed = [] }: Situation = {}) {
    const { settings, snapshot, now } = provider.context();
    const web = snapshot.clients.get('web');
    if (web === undefined) throw new Error('the fixture is incomplete');
    const described = { ...web, clientId, selfRegistered: true, documentHash: 'x'.repeat(43), ...client };
    const clients = client === undefined ? snapshot.clients : new Map([[clientId, described]]);
    const portal = isOff ? ({ ...snapshot.portal, clientIdMetadataDocuments: 'off' } as const) : snapshot.portal;
    const circumstances = {
      settings: { ...settings, outboundAllow: allowed },
      snapshot: { ...snapshot, clients, portal },
    };
    return documentNeed(clientId, { ...circumstances, now });
  }

  /** A document that is fresh for this many milliseconds from now. */
  const until = (milliseconds: number) => ({
    documentExpiresAt: new Date(provider.context().now.getTime() + milliseconds),
  });

  describe('a request needs no document (OAuth Client ID Metadata Document §3, security #187)', () => {
    it.each<[string, string, Situation]>([
      ['for an id that is no address', 'nobody', {}],
      ['for an address that no document has', 'https://app.example/', {}],
      ['while documents are off', url, { isOff: true }],
      ['for a client that somebody vouches for', url, { client: { selfRegistered: false } }],
      ['for a client that registered itself', url, { client: { documentHash: null } }],
      ['for a client that an operator has disabled', url, { client: { enabled: false } }],
    ])('%s', (_, clientId, situation) => {
      expect(needOf(clientId, situation)).toEqual({ need: 'nothing' });
    });

    it('until the moment when it is no longer fresh', () => {
      expect(needOf(url, { client: until(1) })).toEqual({ need: 'nothing' });
      expect(needOf(url, { client: until(0) })).toEqual({ need: 'fetch', isUsable: true });
    });

    it('that this process found unchanged, regardless of the time in its configuration', () => {
      const clientId = `https://app.example/${randomUUID()}.json`;
      recordFresh(clientId, new Date(provider.context().now.getTime() + 1));
      expect(needOf(clientId, { client: until(-1) })).toEqual({ need: 'nothing' });
      expect(needOf(url, { client: until(-1) })).toEqual({ need: 'fetch', isUsable: true });
    });
  });

  describe('a request needs the document', () => {
    it('that was fetched while the clock was ahead (security #201)', () => {
      expect(needOf(url, { client: until(day + 60_000) })).toEqual({ need: 'nothing' });
      expect(needOf(url, { client: until(day + 60_001) })).toEqual({ need: 'fetch', isUsable: false });
      const clientId = `https://app.example/${randomUUID()}.json`;
      recordFresh(clientId, new Date(provider.context().now.getTime() + 2 * day));
      expect(needOf(clientId, { client: until(-1) })).toEqual({ need: 'fetch', isUsable: true });
    });

    it('of an unknown client', () => {
      expect(needOf(url)).toEqual({ need: 'fetch', isUsable: false });
      expect(needOf(url, { client: { documentExpiresAt: null } })).toEqual({ need: 'fetch', isUsable: false });
    });

    it('of a client that waits for an approval', () => {
      const waiting = { enabled: false, awaitsApproval: true } as const;
      expect(needOf(url, { client: { ...waiting, ...until(0) } })).toEqual({ need: 'fetch', isUsable: true });
    });

    it('and may do with the last good one for 24 hours', () => {
      expect(needOf(url, { client: until(1 - day) })).toEqual({ need: 'fetch', isUsable: true });
      expect(needOf(url, { client: until(-day) })).toEqual({ need: 'fetch', isUsable: false });
    });
  });

  describe('no document describes a client (security #187)', () => {
    it.each([
      ['at a denied domain', 'https://evil.example/agent'],
      ['at a subdomain of it', 'https://sub.evil.example/agent'],
      ['at a name of the local network', 'https://printer.local/agent'],
      ['at a public address, which is nobody’s domain', 'https://8.8.8.8/agent'],
      ['at a public address of IPv6', 'https://[2606:4700::1111]/agent'],
    ])('%s', (_, clientId) => {
      expect(needOf(clientId)).toEqual({ need: 'denied' });
      expect(needOf(clientId, { client: until(1) })).toEqual({ need: 'denied' });
    });

    it('unless the operator lists the address', () => {
      expect(needOf('https://8.8.8.8/agent', { allowed: ['8.8.8.8'] })).toEqual({ need: 'fetch', isUsable: false });
    });
  });
});

describe('what a refused document answers', () => {
  const clientId = 'https://app.example/agent.json';

  it.each<[string, OAuthError, ReturnType<typeof documentRefusal>]>([
    ['a limit', tooManyRequests('documents_spent', 60), { status: 429, problem: 'agent_limit' }],
    ['no place', temporarilyUnavailable('registrations_full', 60), { status: 503, problem: 'unavailable' }],
    [
      'a client that has to be approved first',
      unauthorizedClient('approval_pending', { clientId, name: 'app.example' }),
      { status: 403, problem: 'agent_pending', host: 'app.example' },
    ],
    ['a denied domain', unauthorizedClient('domain_denied', { clientId }), { status: 403, problem: 'domain_denied' }],
    [
      'a document that cannot be fetched',
      unauthorizedClient('document_unreachable', { clientId, name: 'x', reason: 'x' }),
      { status: 400, problem: 'document_failed' },
    ],
    [
      'a document that is wrong',
      unauthorizedClient('document_unusable', { clientId, name: 'x', reason: 'x' }),
      { status: 400, problem: 'document_invalid' },
    ],
    [
      'the document of another client',
      unauthorizedClient('document_mismatch', { clientId, received: 'none' }),
      { status: 400, problem: 'document_invalid' },
    ],
  ])('people read about %s on its own page', (_, error, page) => {
    expect(documentRefusal(error)).toEqual(page);
  });
});
