import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DocumentSite, startDocumentSite } from '#lib/testing/document-site';
import { checkSectorDocument } from './check-sector';

const policy = { issuer: 'https://op.test', outboundAllow: ['localhost'] };
const path = '/sector.json';
const redirectUris = ['https://a.example/cb', 'https://b.example/cb'];

let site: DocumentSite;
beforeAll(async () => {
  site = await startDocumentSite();
});
afterAll(() => site.close());

type Registration = Parameters<typeof checkSectorDocument>[0];

/** Whether the document is fetched, and whether it refuses the client. */
async function check(changes: Partial<Registration>, former: Partial<Registration> | null, listed: readonly string[]) {
  site.serve(path, listed);
  const registered = { sectorIdentifierUri: site.url(path), redirectUris };
  const before = site.hits(path);
  const known = former === null ? null : { ...registered, ...former };
  const error = await checkSectorDocument({ ...registered, ...changes }, known, policy).then(
    () => null,
    ({ code, description }) => [code, description],
  );
  return { isFetched: site.hits(path) > before, error };
}

const incomplete = [redirectUris[0] ?? ''];
const refused = ['invalid_client_metadata', 'sector_identifier_uri: the document does not list https://b.example/cb'];

it.each<[string, Partial<Registration>, Partial<Registration> | null]>([
  ['for a new client', {}, null],
  ['when redirect URIs change', {}, { redirectUris: ['https://a.example/cb'] }],
  ['when it is another one', {}, { sectorIdentifierUri: null }],
])(
  'the document at sector_identifier_uri is fetched %s (OpenID Connect Dynamic Client Registration §5)',
  async (_, changes, former) => {
    expect(await check(changes, former, redirectUris)).toEqual({ isFetched: true, error: null });
    expect(await check(changes, former, incomplete)).toEqual({ isFetched: true, error: refused });
  },
);

it.each<[string, Partial<Registration>, Partial<Registration> | null]>([
  ['for a client without one', { sectorIdentifierUri: null }, null],
  ['for a client whose addresses stay', {}, {}],
])('nothing is fetched %s', async (_, changes, former) => {
  expect(await check(changes, former, incomplete)).toEqual({ isFetched: false, error: null });
});
