import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lastRevisionNumber } from '#lib/audit/revision-store';
import { entryVersion } from '#lib/config/diff';
import { exportConfiguration } from '#lib/config/export';
import { createTestAdmin, postedForm, type TestAdmin } from '#lib/testing/admin';
import { createCertificate } from '#lib/testing/certificates';
import type { FormFields } from '#lib/testing/provider';
import type { AdminContext } from '../admin-context';
import { isAdminError } from '../admin-error';
import { fixChecks, planFix } from '../checks/plan-fix';
import { addRedirectUriForm, clientBulk, createClientForm } from '../clients/actions';
import { createClientFromText, saveClientFromText, textName } from '../clients/as-text';
import { uploadCertificateForm } from '../clients/certificate';
import { getAdminSection } from '../entries/admin-sections';
import { formValues } from '../entries/entry-fields';
import {
  deleteEntryForm,
  deleteSecretForm,
  enableEntryForm,
  newSecretForm,
  saveEntryForm,
} from '../entries/entry-forms';
import { restoreRevision } from '../history/restore-revision';
import { planUndo, undoRevision } from '../history/undo-revision';
import type { PostedFields } from '../read-form';
import { addRefused } from '../requests/actions';
import { readRequestQuery, readRequests } from '../requests/read';
import { flatPortal, readPortal, savePortalForm } from '../settings/actions';
import { kindsOf } from '../settings/sections';
import { importForm } from './import-document';
import { saveEntries } from './save-entries';

const owner = 'signet.admin.owner';
const web = { redirect_uris: ['https://rp.test/cb'], client_secrets: [{ value: 'one' }, { value: 'two' }] };
const machine = { grant_types: ['client_credentials'], client_secrets: [{ value: 'one' }, { value: 'two' }] };
const administering = { ...web, scope: `openid ${owner}` };
const plain = { ...web, scope: 'openid' };

const clients = [
  ...['as-text', 'known', 'typed', 'expected', 'redirects', 'undone', 'reviewed', 'settings', 'lax'].map(
    (client_id) => ({
      ...administering,
      client_id,
      client_name: client_id,
      ...(client_id === 'lax' && { require_pkce: false }),
    }),
  ),
  ...['given-scope', 'given-by-text', 'given-by-import', 'plain', 'plain-off'].map((client_id) => ({
    ...plain,
    client_id,
    client_name: client_id,
    enabled: client_id !== 'plain-off',
  })),
  ...['credentials', 'secret', 'certificate'].map((client_id) => ({
    ...machine,
    client_id,
    client_name: client_id,
    scope: owner,
  })),
  ...['off', 'bulk', 'gone'].map((client_id) => ({
    ...administering,
    client_id,
    client_name: client_id,
    enabled: false,
  })),
];
const hub = {
  ...{ name: 'hub', display_name: 'Hub', type: 'oidc', issuer: 'https://hub.test' },
  ...{ client_id: 'signet', client_secret: 'secret of the hub' },
};

let area: TestAdmin;
beforeAll(async () => {
  area = await createTestAdmin({ clients, identity_providers: [hub], users: [{ username: 'root', admin: 'owner' }] });
});
afterAll(() => area.close());

/** The owner, who proved who they are so many minutes ago. */
async function ownerAfter(minutes: number): Promise<AdminContext> {
  const admin = await area.admin();
  const provedAt = new Date(admin.now.getTime() - minutes * 60_000);
  // Sensitive actions in between do not count.
  return { ...admin, proof: { provedAt, usedAt: admin.now } };
}

type Door = {
  readonly run: (admin: AdminContext, form: PostedFields) => Promise<object>;
  readonly fields: FormFields | ((admin: AdminContext) => Promise<FormFields>);
  /** The form first shows what it would change, and is sent again with `seen`. */
  readonly isReviewed?: true;
};

/** The fields of a page of a client, some of them changed. */
const page =
  (clientId: string, tab: string, changed: Readonly<Record<string, string>>) =>
  async (admin: AdminContext): Promise<FormFields> => {
    const kind = getAdminSection('clients');
    const { wire } = await kind.get(admin, clientId);
    const version = entryVersion(wire);
    return { section: 'clients', client_id: clientId, tab, version, ...kind.tabs[tab]?.saved(wire), ...changed };
  };
const asText =
  (clientId: string, changed: object) =>
  async (admin: AdminContext): Promise<FormFields> => {
    const { wire } = await getAdminSection('clients').get(admin, clientId);
    const { client_id, client_name, redirect_uris, scope } = wire;
    const text = JSON.stringify({ client_id, client_name, redirect_uris, scope, ...changed });
    return { client_id: clientId, version: entryVersion(wire), [textName]: text };
  };
const refusedRequest = (clientId: string, redirect_uri: string) => async (): Promise<FormFields> => {
  area.provider.advance(10);
  const query = new URLSearchParams({ response_type: 'code', client_id: clientId, redirect_uri });
  await area.provider.send(`/connect/authorize?${query}`);
  await area.provider.flushExplanations();
  const { requests } = await readRequests(await area.admin(), readRequestQuery({}), 50);
  return { reference: requests[0]?.reference, value: redirect_uri, typed: new URL(redirect_uri).host };
};
/** A revision in which a client that administers was changed. */
const revision = async (clientId: string): Promise<number> => {
  const admin = await area.admin();
  const { wire } = await getAdminSection('clients').get(admin, clientId);
  const redirect_uris = [`https://${clientId}.test/removed`];
  await saveEntries(admin, [{ section: 'clients', key: clientId, entry: { ...wire, redirect_uris } }]);
  return lastRevisionNumber(admin.db);
};
const fixed: Door['run'] = async (admin, form) => ({
  done: await addRefused.run(admin, { ref: form.text('reference') }, { value: form.text('value') }),
});
const undone: Door['run'] = (admin, form) =>
  undoRevision(admin, Number(form.text('number')), form.text('seen') || null);
const document = (content: object) => ({ document: JSON.stringify(content) });

const doors: Readonly<Record<string, Door>> = {
  'the scopes of a client': { run: saveEntryForm, fields: page('given-scope', 'access', { scope: `openid ${owner}` }) },
  'the redirect URIs of a client that administers': {
    run: saveEntryForm,
    fields: page('redirects', 'settings', { redirect_uris: 'https://evil.test/cb' }),
  },
  'the name of a client that administers': {
    run: saveEntryForm,
    fields: page('settings', 'settings', { client_name: 'X' }),
  },
  'the credentials of a client that administers': {
    run: saveEntryForm,
    fields: page('credentials', 'credentials', { token_endpoint_auth_method: 'client_secret_post' }),
  },
  'the tokens of a client that administers': {
    run: saveEntryForm,
    fields: page('credentials', 'tokens', { access_token_lifetime_seconds: '86400' }),
  },
  'a client as text that gets the scope': {
    run: saveClientFromText,
    fields: asText('given-by-text', { scope: `openid ${owner}` }),
    isReviewed: true,
  },
  'a client as text that administers': {
    run: saveClientFromText,
    fields: asText('as-text', { redirect_uris: ['https://evil.test/cb'] }),
    isReviewed: true,
  },
  'a new secret': { run: newSecretForm, fields: { section: 'clients', client_id: 'secret' } },
  'deleting a secret': {
    run: deleteSecretForm,
    fields: async ({ snapshot }) => {
      const secret_id = snapshot.clients.get('secret')?.secrets[0]?.id;
      return { section: 'clients', client_id: 'secret', secret_id };
    },
  },
  'a certificate': {
    run: uploadCertificateForm,
    fields: { client_id: 'certificate', certificate: createCertificate().pem, use: 'tls_client_auth_subject_dn' },
  },
  'enabling a client': { run: enableEntryForm, fields: { section: 'clients', client_id: 'off', enabled: 'true' } },
  'enabling many clients': {
    run: clientBulk.submit,
    fields: { action: 'enable', ids: ['bulk', 'plain-off'], back: '/admin/clients' },
  },
  'deleting a client': { run: deleteEntryForm, fields: { section: 'clients', client_id: 'gone', typed: 'gone' } },
  'the wizard for a machine, which shows its secret': {
    run: createClientForm,
    fields: { kind: 'machine', client_name: 'M', client_id: 'wizard', scope: owner },
  },
  'the wizard for a web application': {
    run: createClientForm,
    fields: {
      ...{ kind: 'web', client_name: 'W', client_id: 'wizard-web', redirect_uris: 'https://evil.test/cb' },
      scope: ['openid', 'signet.admin.read'],
    },
  },
  'importing a client': {
    run: createClientFromText,
    fields: { [textName]: JSON.stringify({ ...administering, client_id: 'imported', client_secrets: undefined }) },
    isReviewed: true,
  },
  'importing a configuration': {
    run: importForm,
    fields: document({ clients: [{ ...plain, client_id: 'given-by-import', scope: `openid ${owner}` }] }),
    isReviewed: true,
  },
  'importing the settings of the portal': {
    run: importForm,
    fields: document({ portal: { registration: 'on' } }),
    isReviewed: true,
  },
  'undoing a change': { run: undone, fields: async () => ({ number: String(await revision('undone')) }) },
  'undoing a change after a review': {
    run: undone,
    fields: async (admin) => {
      const number = await revision('reviewed');
      return { number: String(number), seen: (await planUndo(admin, number)).seen };
    },
  },
  'restoring a revision': {
    run: (admin, form) => restoreRevision(admin, Number(form.text('number')), Number(form.text('latest'))),
    fields: async () => {
      const latest = await revision('redirects');
      return { number: String(latest - 1), latest: String(latest) };
    },
  },
  'the quick fix for a known host': { run: fixed, fields: refusedRequest('known', 'https://rp.test/other') },
  'the quick fix for another host': { run: fixed, fields: refusedRequest('typed', 'https://evil.test/cb') },
  'the redirect URI of a guide': {
    run: addRedirectUriForm,
    fields: { client_id: 'expected', redirect_uri: 'https://evil.test/cb' },
  },
  'fixing the findings of a check': {
    run: (admin, form) => fixChecks(admin, form.text('rule'), form.text('seen')),
    fields: async (admin) => ({ rule: 'pkce_missing', seen: (await planFix(admin, 'pkce_missing')).seen }),
  },
  'the settings of the portal': {
    run: savePortalForm('sign_in'),
    fields: async (admin) => {
      const { entry, version } = await readPortal(admin);
      return { ...formValues(kindsOf('sign_in'), flatPortal(entry)), second_factor: 'off', version };
    },
  },
  'sending the secret of a provider to another issuer': {
    run: saveEntryForm,
    fields: async (admin) => {
      const kind = getAdminSection('identity_providers');
      const { wire } = await kind.get(admin, 'hub');
      const fields = { ...kind.tabs.overview?.saved(wire), issuer: 'https://evil.test' };
      return { section: 'identity_providers', name: 'hub', tab: 'overview', version: entryVersion(wire), ...fields };
    },
  },
  'a level for sign-ins at a provider': {
    run: saveEntryForm,
    fields: async (admin) => {
      const kind = getAdminSection('identity_providers');
      const { wire } = await kind.get(admin, 'hub');
      const fields = { ...kind.tabs.settings?.saved(wire), acr_mapping: 'mfa 4' };
      return { section: 'identity_providers', name: 'hub', tab: 'settings', version: entryVersion(wire), ...fields };
    },
  },
};

/** Changes that give no power. */
const free: Readonly<Record<string, Door>> = {
  'the redirect URIs of another client': {
    run: saveEntryForm,
    fields: page('plain', 'settings', { redirect_uris: 'https://other.test/cb' }),
  },
  'disabling another client': {
    run: enableEntryForm,
    fields: { section: 'clients', client_id: 'plain', enabled: 'false' },
  },
  'enabling many other clients': {
    run: clientBulk.submit,
    fields: { action: 'enable', ids: ['plain'], back: '/admin/clients' },
  },
  'the wizard for another client': {
    run: createClientForm,
    fields: { kind: 'web', client_name: 'S', client_id: 'shop', redirect_uris: 'https://s.test/cb', scope: 'openid' },
  },
  'importing another client': {
    run: importForm,
    fields: document({ clients: [{ ...plain, client_id: 'letters' }] }),
    isReviewed: true,
  },
};

/** @returns the fields that were sent last */
async function send({ run, fields, isReviewed }: Door, minutes: number, prepared?: FormFields) {
  const admin = await ownerAfter(minutes);
  const posted = prepared ?? (typeof fields === 'function' ? await fields(admin) : fields);
  if (!isReviewed) return run(admin, postedForm(posted));
  const first = await run(admin, postedForm(posted));
  if (!('review' in first)) throw new Error('it shows no changes');
  const { seen } = first.review as { readonly seen: string };
  return run(admin, postedForm({ ...posted, seen }));
}

const stored = async () => exportConfiguration((await area.admin()).db, 'json');

describe('a change that gives power (security #161, #189)', () => {
  it.each(Object.entries(doors))('is not made by an old session of an owner: %s', async (_, door) => {
    const fields = typeof door.fields === 'function' ? await door.fields(await area.admin()) : door.fields;
    const before = await stored();
    const refused = await send(door, 6, fields).then(
      (answer) => answer,
      (error: unknown) => error,
    );
    expect(await stored()).toBe(before);
    // An undo without a review leads to its page, which asks.
    if (isAdminError(refused)) expect(refused.code).toBe('reauthenticate');
    else expect(refused).toMatchObject({ goTo: expect.stringContaining('/undo'), flash: null });

    await send(door, 4, fields);
    expect(await stored()).not.toBe(before);
  });

  it.each(Object.entries(free))('is not what an old session is asked for: %s', async (_, door) => {
    const before = await stored();
    await send(door, 60);
    expect(await stored()).not.toBe(before);
  });

  it('asks nothing of a program, whose token was issued for this', async () => {
    const admin = { ...(await area.admin()), proof: 'token' } as const;
    await saveEntries(admin, [
      { section: 'clients', key: 'by-token', entry: { ...administering, client_id: 'by-token' } },
    ]);
    expect(await stored()).toContain('by-token');
  });

  it('is not made where nothing was proved', async () => {
    const admin = { ...(await area.admin()), proof: null };
    const edit = { section: 'clients', key: 'unproved', entry: { ...administering, client_id: 'unproved' } } as const;
    await expect(saveEntries(admin, [edit])).rejects.toMatchObject({ code: 'reauthenticate' });
  });
});
