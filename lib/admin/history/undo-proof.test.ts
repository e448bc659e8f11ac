import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lastRevisionNumber } from '#lib/audit/revision-store';
import { hashSecret } from '#lib/crypto/client-secret';
import { createTestAdmin, postedForm, type TestAdmin } from '#lib/testing/admin';
import { createCertificate } from '#lib/testing/certificates';
import { basic } from '#lib/testing/provider';
import type { Wire } from '#lib/vocabulary/wire-entry';
import type { NeededProof } from '../access/proof-window';
import type { AdminContext } from '../admin-context';
import { uploadCertificateForm } from '../clients/certificate';
import { type EntryEdit, saveEntries } from '../configuration/save-entries';
import { getAdminSection } from '../entries/admin-sections';
import { addSecret, changeEntry, createEntry, deleteSecret } from '../entries/change-entry';
import { undoProof, undoRevision } from './undo-revision';

const leaked = 'leaked-secret-0123456789';
const key = { kty: 'RSA', n: 'sXch8_w', e: 'AQAB', kid: 'one' };
const shop = {
  client_id: 'shop',
  client_name: 'Shop',
  client_secrets: [{ value: 'first' }, { value: leaked }],
  grant_types: ['client_credentials'],
  scope: 'orders',
};
const orders = { name: 'orders', type: 'resource', secrets: [{ value: 'first' }] };
let area: TestAdmin;

beforeEach(async () => {
  area = await createTestAdmin({
    clients: [shop],
    scopes: [orders],
    tenants: [{ name: 'acme', display_name: 'Acme' }],
    users: [{ username: 'root', admin: 'owner' }],
  });
});
afterEach(() => area.close());

type Act = (admin: AdminContext) => Promise<unknown>;

const change =
  (section: string, name: string, values: Wire): Act =>
  (admin) =>
    changeEntry(admin, getAdminSection(section), name, () => values);
const create =
  (section: string, entry: Wire): Act =>
  (admin) =>
    createEntry(admin, getAdminSection(section), entry);
const save =
  (...edits: readonly EntryEdit[]): Act =>
  (admin) =>
    saveEntries(admin, edits);
const add =
  (section: string, name: string): Act =>
  (admin) =>
    addSecret(admin, getAdminSection(section), name, { description: null, expiresInDays: null });
const remove =
  (section: string, name: string): Act =>
  async (admin) => {
    const kind = getAdminSection(section);
    const last = (await kind.get(admin, name)).secrets.at(-1);
    await deleteSecret(admin, kind, name, last?.id ?? '');
  };
const upload =
  (use: string): Act =>
  (admin) =>
    uploadCertificateForm(admin, postedForm({ client_id: 'shop', use, certificate: createCertificate().pem }));

/** @returns the revision of the change */
async function act(work: Act): Promise<number> {
  const admin = await area.admin();
  await work(admin);
  return lastRevisionNumber(admin.db);
}

const proofOf = async (number: number) => undoProof(number, await area.admin());

describe('the proof for undoing a revision in which (decision 021)', () => {
  it.each<[string, Act, NeededProof]>([
    ['a client was renamed', change('clients', 'shop', { client_name: 'Other' }), 'none'],
    ['a client was disabled', change('clients', 'shop', { enabled: false }), 'none'],
    ['a scope was renamed', change('scopes', 'orders', { display_name: 'Other' }), 'none'],
    [
      'a client and a scope were renamed',
      save(
        { section: 'clients', key: 'shop', entry: { ...shop, client_name: 'Other' } },
        { section: 'scopes', key: 'orders', entry: { ...orders, display_name: 'Other' } },
      ),
      'none',
    ],
    ['a client was created', create('clients', { ...shop, client_id: 'other' }), 'sudo'],
    ['a scope was created', create('scopes', { name: 'other', type: 'resource' }), 'sudo'],
    ['a client was deleted', save({ section: 'clients', key: 'shop', entry: null }), 'sudo'],
    [
      'a scope was deleted',
      save(
        { section: 'clients', key: 'shop', entry: { ...shop, scope: '' } },
        { section: 'scopes', key: 'orders', entry: null },
      ),
      'sudo',
    ],
    ['a client got a secret', add('clients', 'shop'), 'sudo'],
    ['a secret of a client was deleted', remove('clients', 'shop'), 'sudo'],
    ['an API got a secret', add('scopes', 'orders'), 'sudo'],
    ['a secret of an API was deleted', remove('scopes', 'orders'), 'sudo'],
    ['a client got a key', change('clients', 'shop', { jwks: { keys: [key] } }), 'sudo'],
    ['a client got the address of its keys', change('clients', 'shop', { jwks_uri: 'https://rp.test/jwks' }), 'sudo'],
    ['a certificate was uploaded', upload('self_signed_tls_client_auth'), 'sudo'],
    ['the name of a certificate was uploaded', upload('tls_client_auth_subject_dn'), 'sudo'],
    [
      'a client authenticates in another way',
      change('clients', 'shop', { token_endpoint_auth_method: 'client_secret_post' }),
      'sudo',
    ],
    [
      'a client got a registration token',
      change('clients', 'shop', { registration_token_hash: hashSecret('token') }),
      'sudo',
    ],
    [
      'a scope was renamed, and a client got another secret',
      save(
        { section: 'scopes', key: 'orders', entry: { ...orders, display_name: 'Other' } },
        { section: 'clients', key: 'shop', entry: { ...shop, client_secrets: [{ value: 'another' }] } },
      ),
      'sudo',
    ],
    ['a tenant was renamed', change('tenants', 'acme', { display_name: 'Other' }), 'sudo'],
  ])('%s', async (_, work, expected) => {
    expect(await proofOf(await act(work))).toBe(expected);
  });

  it('a secret was deleted, or came back by another undo', async () => {
    const works = async () => {
      await area.provider.configure({});
      const fields = { grant_type: 'client_credentials', scope: 'orders' };
      return (await area.provider.post('/connect/token', fields, { authorization: basic('shop', leaked) })).status;
    };
    const number = await act(remove('clients', 'shop'));
    expect([await works(), await proofOf(number)]).toEqual([401, 'sudo']);
    const undone = await act((admin) => undoRevision(admin, number, null));
    expect([await works(), await proofOf(undone)]).toEqual([200, 'sudo']);
  });
});
