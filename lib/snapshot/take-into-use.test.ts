import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { AdminContext } from '#lib/admin/admin-context';
import { applyDocument } from '#lib/admin/configuration/apply-document';
import { getAdminSection } from '#lib/admin/entries/admin-sections';
import { addSecret } from '#lib/admin/entries/change-entry';
import { revokeKey, rotateKeys } from '#lib/admin/keys/actions';
import { readKeys } from '#lib/admin/keys/read';
import { startTrace, stopTrace } from '#lib/admin/traces/change-trace';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { afterTransaction } from '#lib/testing/around-transaction';
import { fixtures } from '#lib/testing/fixtures';
import { readRevision } from '../db/revision';
import { startSnapshot, stopSnapshot } from './current';

let area: TestAdmin;
let trace = '';

beforeAll(async () => {
  area = await createTestAdmin(fixtures);
});
afterAll(() => area.close());
afterEach(async () => {
  const { db, settings, now } = area.provider.context();
  await startSnapshot({ db, secret: settings.secret, now });
});

const secretOfWeb = (admin: AdminContext) =>
  addSecret(admin, getAdminSection('clients'), 'web', { description: null, expiresInDays: null });

const revokeNext = async (admin: AdminContext) => {
  const { groups } = await readKeys(admin);
  return revokeKey.run(admin, { kid: groups[0]?.keys[0]?.kid ?? '' });
};

const start = async (admin: AdminContext) => {
  trace = await startTrace(admin, 'web');
};

it.each([
  ['a new secret, which nobody else can ever read', secretOfWeb],
  ['a document', (admin: AdminContext) => applyDocument(admin, { scopes: [{ name: 'invoices', type: 'resource' }] })],
  ['a rotation of the keys', (admin: AdminContext) => rotateKeys.run(admin)],
  ['a revoked key', revokeNext],
  ['a trace', start],
  ['the end of a trace', (admin: AdminContext) => stopTrace(admin, trace)],
])(
  'answers with %s although the configuration cannot be read after it was written (RFC 9110 §15.6)',
  async (_, write) => {
    const admin = await area.admin();
    const before = await readRevision(admin.db);
    // The configuration has no source from here on, so every read of it fails.
    const db = afterTransaction(admin.db, async () => stopSnapshot());
    await write({ ...admin, db });
    expect(await readRevision(admin.db)).toBe(before + 1);
  },
);
