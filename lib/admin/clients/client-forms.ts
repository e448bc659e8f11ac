import type { AdminContext } from '../admin-context';
import { entryForms } from '../entries/entry-forms';
import type { PostedFields } from '../read-form';
import { kindOf } from './application-kind';
import { clientSection } from './client-section';
import { createClient, newEntry, planClient } from './create-client';
import { draftAddress, typedDraft } from './draft';

type Form = (admin: AdminContext, form: PostedFields) => Promise<{ goTo: string } | { result: Record<string, string> }>;

const forms = entryForms(clientSection);

export const saveClientForm = forms.save();
export const enableClientForm = forms.enable;
export const deleteClientForm = forms.remove;
export const newSecretForm = forms.addSecret;
export const deleteSecretForm = forms.deleteSecret;

/** Looks a draft over, before anything is made of it. */
export const reviewClientForm: Form = async (admin, form) => {
  const kind = kindOf(form.text('kind'));
  const draft = typedDraft(form);
  await planClient(admin, newEntry(kind, draft));
  return { goTo: draftAddress(kind, draft, '/review') };
};

export const createClientForm: Form = async (admin, form) => {
  const draft = typedDraft(form);
  const { clientId, secret } = await createClient(admin, newEntry(kindOf(form.text('kind')), draft));
  const [redirectUri = ''] = form.lines('redirect_uris');
  return { result: { clientId, redirectUri, scope: draft.scope, ...(secret !== null && { secret }) } };
};
