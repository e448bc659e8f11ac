import { type ClientRecord, wireClient } from '#lib/clients/client-record';
import { listClients } from '#lib/clients/client-store';
import { countLimit, countUsageOf } from '#lib/clients/live-count-store';
import { entryVersion } from '#lib/config/diff';
import { formatUpTo } from '#lib/i18n/admin/format';
import { findRolesScope } from '#lib/scopes/roles-scope';
import type { Wire } from '#lib/vocabulary/wire-entry';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { firstLines, toPlan } from '../bulk/bulk';
import { defineBulk } from '../bulk/define-bulk';
import { type Judged, saveJudged } from '../bulk/save-together';
import { isForOwner } from '../configuration/check-authority';
import { findEditEffects } from '../configuration/read-effects';
import { changeEntry, isDeletable } from '../entries/change-entry';
import { readDays } from '../entries/entry-forms';
import { clientPath } from '../entries/entry-path';
import { type LeadingForm, savedFlash } from '../flash/flash';
import { type AreaForm, defineForm } from '../kit/define-form';
import type { PostedFields } from '../read-form';
import { kindOf } from './application-kind';
import { createClientFromText, saveClientFromText } from './as-text';
import { certificateFields, uploadCertificateForm } from './certificate';
import { type CreatedResult, createClient, createdResult, needApiScope, newEntry, typedDraft } from './create';
import { readPkceUse } from './read';
import { listMatching, readClientQuery } from './read-list';
import { clientSection, needName } from './section';
import { texts } from './texts';

type Form<Answer> = (admin: AdminContext, form: PostedFields) => Promise<Answer>;

export const createClientForm: Form<CreatedResult> = async (admin, form) => {
  const draft = typedDraft(form);
  const kind = kindOf(form.text('kind'));
  needName(draft.client_name);
  needApiScope(kind, draft, admin);
  const entry = newEntry(kind, draft);
  const created = await createClient(admin, entry, readDays(form), draft.new_scope);
  const [redirectUri = ''] = form.lines('redirect_uris');
  return createdResult(admin, created, { kind, name: draft.client_name, redirectUri, scope: String(entry.scope) });
};

/** Registers the redirect URI that the library of a guide uses. */
export const addRedirectUriForm: LeadingForm = async (admin, form) => {
  const clientId = form.text('client_id');
  const redirectUri = form.text('redirect_uri');
  const report = await changeEntry(admin, clientSection, clientId, ({ wire: { redirect_uris: registered } }) => ({
    redirect_uris: [...new Set([...(Array.isArray(registered) ? registered : []), redirectUri])],
  }));
  return { goTo: clientPath(clientId, 'quickstart'), flash: savedFlash(report) };
};

/**
 * Requires PKCE of a client that used it at every sign-in of the last days.
 * @throws AdminError `changed_meanwhile` if it no longer does
 */
export const requirePkceForm: LeadingForm = async (admin, form) => {
  const clientId = form.text('client_id');
  if ((await readPkceUse(admin, clientId)) !== 'used') {
    throw new AdminError('changed_meanwhile', 'The client no longer uses PKCE at every sign-in');
  }
  const report = await changeEntry(admin, clientSection, clientId, () => ({ require_pkce: true }));
  return { goTo: clientPath(clientId), flash: savedFlash(report) };
};

/**
 * Allows a client with roles to request them.
 * @throws AdminError `changed_meanwhile` if there is no such scope any more
 */
export const allowRolesForm: LeadingForm = async (admin, form) => {
  const clientId = form.text('client_id');
  const added = findRolesScope(admin.snapshot.scopes);
  if (added === null) throw new AdminError('changed_meanwhile', 'The scope roles no longer gives roles');
  const report = await changeEntry(admin, clientSection, clientId, ({ wire: { scope } }) => ({
    scope: [...new Set([...String(scope ?? '').split(' '), added])].join(' ').trim(),
  }));
  return { goTo: `${clientPath(clientId, 'access')}#field-scope`, flash: savedFlash(report) };
};

/** Marks a self-registered client as reviewed. */
export const markReviewedForm: LeadingForm = async (admin, form) => {
  const clientId = form.text('client_id');
  const report = await changeEntry(admin, clientSection, clientId, () => ({ self_registered: false }));
  return { goTo: clientPath(clientId), flash: savedFlash(report) };
};

/** The forms about clients besides those of every entry. */
export const clientForms = {
  create: ofClients('new/[kind]', { proof: 'sudo' }, createClientForm),
  importText: ofClients('import', { proof: 'sudo' }, createClientFromText),
  saveText: ofClients('[client_id]/json', {}, saveClientFromText),
  // The key of the certificate authenticates the client from then on.
  uploadCertificate: ofClients(
    '[client_id]/certificate',
    { proof: 'sudo', files: [certificateFields.file] },
    uploadCertificateForm,
  ),
  addRedirectUri: ofClients('[client_id]/quickstart', {}, addRedirectUriForm),
  requirePkce: ofClients('[client_id]/require-pkce', { beside: 'clients/[client_id]' }, requirePkceForm),
  allowRoles: ofClients('[client_id]/allow-roles', { beside: 'clients/[client_id]/access' }, allowRolesForm),
  markReviewed: ofClients('[client_id]/review', { beside: 'clients/[client_id]' }, markReviewedForm),
} as const;

function ofClients(
  path: string,
  more: Partial<Parameters<typeof defineForm>[0]>,
  run: Parameters<typeof defineForm>[1],
): AreaForm {
  return defineForm({ path: `clients/${path}`, permission: 'edit', proof: 'none', section: 'clients', ...more }, run);
}

type ClientAction = 'enable' | 'disable' | 'delete';

/** The actions that can be done with several clients at once, as one revision. */
export const clientBulk = defineBulk<ClientAction>({
  path: 'clients/bulk',
  permission: 'edit',
  proof: (action) => (action === 'delete' ? 'sudo' : 'none'),
  list: { label: texts.title, path: '/admin/clients', hrefOf: (id) => clientPath(id) },
  actions: ['enable', 'disable', 'delete'],
  find: async (admin, query) => {
    const { clients } = await listMatching(admin, readClientQuery(query));
    return firstLines(clients.map(({ client }) => client.clientId));
  },
  plan: async (admin, action, ids) => toPlan(await judge(admin, action, ids)),
  words: async (admin, action, changes) => {
    const { db, now } = admin;
    const edits = changes.flatMap(({ edit }) => edit ?? []);
    const { title, text, textOfOne, live, button } = texts.list.bulk;
    const { people, grants } = await countUsageOf(
      db,
      changes.map(({ id }) => id),
      now,
    );
    const used = live(formatUpTo(people, countLimit), formatUpTo(grants, countLimit));
    return {
      ...{ title: title[action], text: text[action], textOfOne: textOfOne[action], button: button[action] },
      live: action === 'enable' ? null : used,
      risks: await findEditEffects(admin, edits),
    };
  },
  change: async (admin, action, ids) => saveJudged(admin, await judge(admin, action, ids)),
});

function judge(admin: AdminContext, action: ClientAction, ids: readonly string[]): Promise<readonly Judged[]> {
  return judgeClients(admin, ids, {
    nameOf: ({ clientId, clientName }) => clientName ?? clientId,
    reasonAgainst: (record) => reasonAgainst(action, record),
    entryAfter: (wire) => (action === 'delete' ? null : { ...wire, enabled: action === 'enable' }),
  });
}

function reasonAgainst(action: ClientAction, { unreadable, enabled }: ClientRecord): string | null {
  if (unreadable) return 'unreadable';
  if (action === 'delete') return isDeletable(clientSection, { enabled }) ? null : 'enabled';
  if (enabled !== (action === 'enable')) return null;
  return enabled ? 'already_enabled' : 'already_disabled';
}

/** How an action on several clients treats one of them. */
type ClientJudge = {
  /** The name on the page. */
  readonly nameOf: (record: ClientRecord) => string;
  /** The reason against the action. Null if there is none. */
  readonly reasonAgainst: (record: ClientRecord) => string | null;
  /** The entry after the action. Null if it is deleted. Absent if the action does not change entries. */
  readonly entryAfter?: (wire: Wire) => Wire | null;
  /** True if the action depends on what the page shows of a client. The plan then contains the version. */
  readonly dependsOnVersion?: boolean;
};

/**
 * The clients with either the reason against an action or the edit that executes it. One read, regardless of their
 * number.
 */
export async function judgeClients(
  { db, principal }: Pick<AdminContext, 'db' | 'principal'>,
  ids: readonly string[],
  { nameOf, reasonAgainst, entryAfter, dependsOnVersion = false }: ClientJudge,
): Promise<readonly Judged[]> {
  const records = new Map((await listClients(db, ids)).map((record) => [record.clientId, record]));
  return ids.map((id) => {
    const record = records.get(id);
    if (record === undefined) return { id, name: id, reason: 'gone', edit: null };
    const wire = wireClient(record);
    const needsOwner = isForOwner(principal, { section: 'clients', before: wire, after: null });
    return {
      id,
      name: nameOf(record),
      version: dependsOnVersion ? entryVersion(wire) : null,
      reason: needsOwner ? 'owners_only' : reasonAgainst(record),
      edit: entryAfter ? { section: 'clients', key: id, entry: entryAfter(wire), expected: entryVersion(wire) } : null,
    };
  });
}
