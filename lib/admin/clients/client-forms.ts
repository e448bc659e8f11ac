import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { changeEntry } from '../entries/change-entry';
import { readDays } from '../entries/entry-forms';
import { clientPath } from '../entries/entry-path';
import { type LeadingForm, savedFlash } from '../flash/flash';
import { type AreaForm, defineForm } from '../kit/define-form';
import type { PostedFields } from '../read-form';
import { kindOf } from './application-kind';
import { certificateFields } from './certificates/certificate-uses';
import { uploadCertificateForm } from './certificates/upload-certificate';
import { clientSection } from './client-section';
import { createClient, newEntry } from './create-client';
import { type CreatedResult, createdResult } from './created-result';
import { typedDraft } from './draft';
import { needName } from './need-name';
import { readPkceUse } from './read-pkce-use';
import { createClientFromText, saveClientFromText } from './text-forms';

type Form<Answer> = (admin: AdminContext, form: PostedFields) => Promise<Answer>;

export const createClientForm: Form<CreatedResult> = async (admin, form) => {
  const draft = typedDraft(form);
  const kind = kindOf(form.text('kind'));
  needName(draft.client_name);
  const created = await createClient(admin, newEntry(kind, draft), readDays(form));
  const [redirectUri = ''] = form.lines('redirect_uris');
  return createdResult(admin, created, { kind, name: draft.client_name, redirectUri, scope: draft.scope });
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
  markReviewed: ofClients('[client_id]/review', { beside: 'clients/[client_id]' }, markReviewedForm),
} as const;

function ofClients(
  path: string,
  more: Partial<Parameters<typeof defineForm>[0]>,
  run: Parameters<typeof defineForm>[1],
): AreaForm {
  return defineForm({ path: `clients/${path}`, permission: 'edit', proof: 'none', section: 'clients', ...more }, run);
}
