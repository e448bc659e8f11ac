import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { confirmName } from '../entries/confirm-name';
import { typedValues } from '../entries/entry-fields';
import type { ActionForm } from '../read-form';
import { kindOf } from './application-kind';
import { addClientSecret, deleteClient, deleteClientSecret, enableClient, saveClientTab } from './change-client';
import { clientTabs, isClientTab } from './client-fields';
import { clientPath } from './client-path';
import { createClient, newEntry, planClient } from './create-client';
import { draftAddress, typedDraft } from './draft';

type Form = (admin: AdminContext, form: ActionForm) => Promise<{ goTo: string } | { result: Record<string, string> }>;

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

export const saveClientForm: Form = async (admin, form) => {
  const tab = form.text('tab');
  if (!isClientTab(tab)) throw new AdminError('not_found', 'There is no such page');
  const clientId = form.text('client_id');
  const changes = typedValues(clientTabs[tab], form);
  await saveClientTab(admin, {
    clientId,
    tab,
    changes,
    version: form.text('version'),
    reason: form.text('reason') || null,
  });
  return { goTo: `${clientPath(clientId, tab)}?saved=1` };
};

export const enableClientForm: Form = async (admin, form) => {
  const clientId = form.text('client_id');
  await enableClient(admin, clientId, form.text('enabled') === 'true');
  return { goTo: `${clientPath(clientId)}?saved=1` };
};

export const deleteClientForm: Form = async (admin, form) => {
  const clientId = form.text('client_id');
  confirmName(form, clientId);
  await deleteClient(admin, clientId, null);
  return { goTo: '/admin/clients?deleted=1' };
};

export const newSecretForm: Form = async (admin, form) => {
  const days = form.text('expires_in_days');
  const secret = await addClientSecret(admin, form.text('client_id'), {
    description: form.text('description') || null,
    expiresInDays: /^[1-9]\d{0,3}$/.test(days) ? Number(days) : null,
  });
  return { result: { secret } };
};

export const deleteSecretForm: Form = async (admin, form) => {
  const clientId = form.text('client_id');
  await deleteClientSecret(admin, clientId, form.text('secret_id'));
  return { goTo: `${clientPath(clientId, 'credentials')}?saved=1` };
};
