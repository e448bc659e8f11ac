import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { documentHost } from '#lib/clients/documents/domains';
import { reserve } from '#lib/ratelimit/reserve';
import { type DocumentSite, startDocumentSite } from '#lib/testing/document-site';
import { fixtures } from '#lib/testing/fixtures';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { documentLimits, fetchDocument, fetchLimits } from './fetch-document';

const json = { 'content-type': 'application/json' };
let provider: TestProvider;
let site: DocumentSite;
beforeAll(async () => {
  site = await startDocumentSite();
  site.serve('/agent.json', { client_id: site.url('/agent.json') });
  provider = await createTestProvider(fixtures, { SIGNET_OUTBOUND_ALLOW: 'localhost' });
});
afterAll(async () => {
  site.close();
  await provider.close();
});
beforeEach(() => provider.advance(3700));

const fetchFor = (sub: string, path = '/agent.json') =>
  fetchDocument({ clientId: site.url(path), sub }, provider.context());

/** Simulates this many earlier fetches. */
async function spend(key: string, limit: number): Promise<void> {
  const { db, now } = provider.context();
  for (let count = 0; count < limit; count += 1) await reserve(db, { key, limit, windowSeconds: 60 }, now);
}

describe('documents are fetched within limits (Client ID Metadata Document §6, security #187)', () => {
  it('30 a minute from a host, for all people together', async () => {
    await spend(`document-host:${documentHost(site.url('/'))}`, documentLimits.perHost);
    const elsewhere = { clientId: 'https://other.invalid/agent.json', sub: 'alice' };
    expect(await fetchFor('alice')).toMatchObject({ rule: 'documents_spent', retry: { status: 429 } });
    expect(await fetchDocument(elsewhere, provider.context())).toMatchObject({ rule: 'document_unreachable' });
    provider.advance(61);
    expect(await fetchFor('alice')).toMatchObject({ text: expect.any(String) });
  });

  it('120 a minute of all hosts', async () => {
    await spend('document', documentLimits.inAll);
    expect(await fetchFor('alice')).toMatchObject({ rule: 'documents_spent' });
    provider.advance(61);
    expect(await fetchFor('alice')).toMatchObject({ text: expect.any(String) });
  });

  it.each<[string, RequestListener]>([
    ['no answer', () => {}],
    ['an answer that never ends', (_, response) => void response.writeHead(200, json).write('{')],
  ])('5 seconds for one: %s', async (_, never) => {
    expect(fetchLimits).toEqual({ connectMs: 3_000, totalMs: 5_000, bodyBytes: 5_120 });
    site.serve('/never.json', never);
    const asked = { clientId: site.url('/never.json'), sub: 'gus' };
    const answer = await fetchDocument(asked, provider.context(), { ...fetchLimits, totalMs: 100 });
    expect(answer).toMatchObject({ rule: 'document_unreachable', facts: { reason: expect.any(String) } });
  });

  it('four at once from a host, and the next when one has ended', async () => {
    const held: (() => void)[] = [];
    site.serve('/slow.json', (_, response) => {
      held.push(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
    });
    const people = ['ada', 'ben', 'cem', 'dan', 'eve'];
    const answers = people.map((sub) => fetchFor(sub, '/slow.json'));
    await vi.waitFor(() => expect(held).toHaveLength(documentLimits.atOnce), 5_000);
    const ended: unknown[] = [];
    for (const answer of answers) void answer.then((one) => ended.push(one));
    held[0]?.();
    await vi.waitFor(() => expect(ended, 'one, and the refused one').toHaveLength(2), 5_000);
    expect(await fetchFor('fay'), 'in the place that is free').toMatchObject({ text: expect.any(String) });
    const last = fetchFor('gus', '/slow.json');
    await vi.waitFor(() => expect(held).toHaveLength(documentLimits.atOnce + 1), 5_000);
    expect(await fetchFor('hal'), 'four again').toMatchObject({ rule: 'documents_spent' });
    for (const answer of held.slice(1)) answer();
    const spent = (await Promise.all([...answers, last])).filter((one) => 'rule' in one);
    expect(spent).toMatchObject([{ rule: 'documents_spent' }]);
    expect(await fetchFor('fay')).toMatchObject({ text: expect.any(String) });
  });
});
