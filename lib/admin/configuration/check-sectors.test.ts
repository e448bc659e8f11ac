import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { type DocumentSite, startDocumentSite } from '#lib/testing/document-site';
import type { AdminContext } from '../admin-context';
import { clientSection } from '../clients/section';
import { changeEntry } from '../entries/change-entry';

const uri = 'https://rp.test/cb';
const client = { token_endpoint_auth_method: 'none', redirect_uris: [uri], scope: 'openid' };

let area: TestAdmin;
let site: DocumentSite;
beforeAll(async () => {
  site = await startDocumentSite();
  site.serve('/all', [uri, 'https://other.test/cb']);
  site.serve('/others', ['https://other.test/cb']);
  area = await createTestAdmin(
    {
      clients: ['one', 'two', 'three', 'four'].map((id) => ({ ...client, client_id: id })),
      users: [{ username: 'root', admin: 'owner' }],
    },
    { SIGNET_OUTBOUND_ALLOW: 'localhost' },
  );
});
afterAll(async () => {
  site.close();
  await area.close();
});

const save = (admin: AdminContext, id: string, changes: object) =>
  changeEntry(admin, clientSection, id, () => ({ ...changes }));
const pairwise = (path: string) => ({ subject_type: 'pairwise', sector_identifier_uri: site.url(path) });

describe('the document of a sector, when an administrator saves (OpenID Connect Core §8.1)', () => {
  it('is fetched when a client is switched to pairwise', async () => {
    await save(await area.admin(), 'one', pairwise('/all'));
    expect(site.hits('/all')).toBe(1);
    expect((await area.admin()).snapshot.clients.get('one')).toMatchObject({ subjectType: 'pairwise' });
  });

  it('is fetched again when a redirect URI is added, but not for another setting', async () => {
    const before = site.hits('/all');
    await save(await area.admin(), 'one', { client_name: 'One' });
    expect(site.hits('/all')).toBe(before);
    await save(await area.admin(), 'one', { redirect_uris: [uri, 'https://other.test/cb'] });
    expect(site.hits('/all')).toBe(before + 1);
    const added = save(await area.admin(), 'one', { redirect_uris: [uri, 'https://third.test/cb'] });
    await expect(added).rejects.toMatchObject({ code: 'invalid', fields: [{ field: 'sector_identifier_uri' }] });
  });

  it('must list the redirect URIs of the client', async () => {
    const switched = save(await area.admin(), 'two', pairwise('/others'));
    const reason = `the document does not list ${uri}`;
    await expect(switched).rejects.toMatchObject({ fields: [{ code: 'sector_document', facts: { reason } }] });
    expect((await area.admin()).snapshot.clients.get('two')).toMatchObject({ subjectType: 'public' });
  });

  it('is not fetched while the subjects are public', async () => {
    await save(await area.admin(), 'three', { sector_identifier_uri: site.url('/unused') });
    expect(site.hits('/unused')).toBe(0);
  });

  it('is not fetched for an administrator who may not make the change (security #161)', async () => {
    const admin = await area.admin();
    const editor = { ...admin, principal: { ...admin.principal, role: 'editor' } } as AdminContext;
    const change = save(editor, 'four', { ...pairwise('/secret'), scope: 'openid signet.admin' });
    await expect(change).rejects.toMatchObject({ code: 'forbidden' });
    expect(site.hits('/secret')).toBe(0);
  });

  it('is not fetched for an invalid client', async () => {
    const change = save(await area.admin(), 'four', { ...pairwise('/broken'), redirect_uris: ['ftp://rp.test'] });
    await expect(change).rejects.toMatchObject({ fields: [{ field: 'redirect_uris[0]' }] });
    expect(site.hits('/broken')).toBe(0);
  });
});
