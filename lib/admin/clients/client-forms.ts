import type { AdminContext } from '../admin-context';
import { changeEntry } from '../entries/change-entry';
import { clientPath } from '../entries/entry-path';
import { type LeadingForm, savedFlash } from '../flash/flash';
import type { PostedFields } from '../read-form';
import { kindOf } from './application-kind';
import { clientSection } from './client-section';
import { createClient, newEntry } from './create-client';
import { type CreatedResult, createdResult } from './created-result';
import { typedDraft } from './draft';
import { needName } from './need-name';

type Form<Answer> = (admin: AdminContext, form: PostedFields) => Promise<Answer>;

export const createClientForm: Form<CreatedResult> = async (admin, form) => {
  const draft = typedDraft(form);
  const kind = kindOf(form.text('kind'));
  needName(draft.client_name);
  const created = await createClient(admin, newEntry(kind, draft));
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

/** Marks a self-registered client as reviewed. */
export const markReviewedForm: LeadingForm = async (admin, form) => {
  const clientId = form.text('client_id');
  const report = await changeEntry(admin, clientSection, clientId, () => ({ self_registered: false }));
  return { goTo: clientPath(clientId), flash: savedFlash(report) };
};
