import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lastRevisionNumber } from '#lib/audit/revision-store';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { administrators, shownAgain, signInToArea, testAction } from '#lib/testing/admin-action';
import { actAs } from '#lib/testing/administrator';
import { fixtures } from '#lib/testing/fixtures';
import { locationOf, password } from '#lib/testing/person';
import type { FormFields } from '#lib/testing/provider';
import type { AdminContext } from '../admin-context';
import { saveEntries } from '../configuration/save-entries';
import { getAdminSection } from '../entries/admin-sections';
import { restore, undo } from './actions';
import { planUndo } from './undo-revision';

let area: TestAdmin;
beforeAll(async () => {
  const acme = { name: 'acme', display_name: 'Acme' };
  area = await createTestAdmin({
    ...fixtures,
    tenants: [acme],
    users: administrators,
    portal: { admin_second_factor: 'optional' },
  });
  await rename('Acme Corporation');
});
afterAll(() => area.close());

const provider = () => area.provider;
const latest = async ({ db }: Pick<AdminContext, 'db'>) => String(await lastRevisionNumber(db));

/** @returns the revision */
async function rename(name: string): Promise<number> {
  const admin = await actAs(provider(), 'owner');
  const entry = { name: 'acme', display_name: name };
  return (await saveEntries(admin, [{ section: 'tenants', key: 'acme', entry }])).revision ?? 0;
}

async function nameNow(): Promise<unknown> {
  return (await getAdminSection('tenants').get(await actAs(provider(), 'owner'), 'acme')).wire.display_name;
}

async function sendUndo(number: number, fields: FormFields) {
  const owner = await signInToArea(provider(), 'owner');
  const answer = await owner.send(undo.addressOf({ number: String(number) }), { seen: '', back: '', ...fields });
  return { answer, flash: await owner.flash() };
}

describe('undoing a revision', () => {
  const names = async (admin: AdminContext) => ({ number: await latest(admin) });
  const fields = { seen: '', back: '/admin/tenants/acme' };
  testAction(undo, {
    provider,
    names,
    fields,
    event: 'tenant.updated',
    says: expect.stringMatching(/^Undid revision/),
  });

  it('leads back to the page of the button, and to no page of others', async () => {
    const number = await rename('Acme Limited');
    const { answer } = await sendUndo(number, { back: '/admin/tenants?q=acme' });
    expect(new URL(locationOf(answer))).toMatchObject({ pathname: '/admin/tenants', search: '?q=acme' });
    expect(await nameNow()).toBe('Acme');
    const again = await sendUndo(await rename('Other'), { back: 'https://evil.test/' });
    expect(new URL(locationOf(again.answer)).pathname).toBe('/admin');
  });

  it('leads to its page if the entry was changed since, which is then undone as shown', async () => {
    const number = await rename('Second');
    await rename('Third');
    const { answer, flash } = await sendUndo(number, { back: '/admin/history' });
    expect(new URL(locationOf(answer)).pathname).toBe(`/admin/history/${number}/undo`);
    expect([await nameNow(), flash]).toEqual(['Third', undefined]);
    const old = await sendUndo(number, { seen: 'another plan' });
    expect(shownAgain(old.answer)).toMatchObject({ problem: 'changed_meanwhile' });
    const { seen } = await planUndo(await actAs(provider(), 'owner'), number);
    const done = await sendUndo(number, { seen, confirm_password: password });
    expect(new URL(locationOf(done.answer)).pathname).toBe('/admin/history');
    expect(done.flash).toBe(`Undid revision ${number}.`);
    expect(await nameNow()).toBe('Acme');
  });
});

describe('restoring a revision', () => {
  const names = async (admin: AdminContext) => ({ number: String(Number(await latest(admin)) - 1) });
  const fields = async (admin: AdminContext) => ({ latest: await latest(admin) });
  testAction(restore, { provider, names, fields, says: expect.stringMatching(/^Restored revision \d+\.$/) });
});
