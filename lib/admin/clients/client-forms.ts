import type { AdminContext } from '../admin-context';
import type { PostedFields } from '../read-form';
import { kindOf } from './application-kind';
import { createClient, newEntry, planClient } from './create-client';
import { type CreatedResult, createdResult } from './created-result';
import { draftAddress, typedDraft } from './draft';
import { needName } from './need-name';

type Form<Answer> = (admin: AdminContext, form: PostedFields) => Promise<Answer>;

/** Looks a draft over, before anything is made of it. */
export const reviewClientForm: Form<{ goTo: string }> = async (admin, form) => {
  const kind = kindOf(form.text('kind'));
  const draft = typedDraft(form);
  needName(draft.client_name);
  await planClient(admin, newEntry(kind, draft));
  return { goTo: draftAddress(kind, draft, '/review') };
};

export const createClientForm: Form<CreatedResult> = async (admin, form) => {
  const draft = typedDraft(form);
  const kind = kindOf(form.text('kind'));
  needName(draft.client_name);
  const created = await createClient(admin, newEntry(kind, draft));
  const [redirectUri = ''] = form.lines('redirect_uris');
  return createdResult(admin, created, { kind, redirectUri, scope: draft.scope });
};
