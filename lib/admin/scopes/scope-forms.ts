import { wireScope } from '#lib/config/wire';
import type { AdminContext } from '../admin-context';
import { typedValues } from '../entries/entry-fields';
import type { ActionForm } from '../read-form';
import { addScopeSecret, createScope, deleteScope, deleteScopeSecret, saveScope } from './change-scope';
import { getScope } from './read-scope';
import { kindsOf, typedTexts } from './scope-fields';
import { scopePath } from './scope-path';

type Form = (admin: AdminContext, form: ActionForm) => Promise<{ goTo: string } | { result: Record<string, string> }>;

export const createScopeForm: Form = async (admin, form) => {
  const type = form.text('type') === 'identity' ? 'identity' : 'resource';
  const name = form.text('name');
  const entry = {
    name,
    type,
    display_name: form.text('display_name') || null,
    description: form.text('description') || null,
    claims: form.lines('claims'),
  };
  await createScope(admin, entry);
  return { goTo: `${scopePath(name)}?saved=1` };
};

export const saveScopeForm: Form = async (admin, form) => {
  const name = form.text('name');
  const { scope } = await getScope(admin, name);
  const texts = typedTexts(wireScope(scope), form);
  const changes = { ...typedValues(kindsOf(scope.type), form), texts };
  await saveScope(admin, { name, changes, version: form.text('version'), reason: form.text('reason') || null });
  return { goTo: `${scopePath(name)}?saved=1` };
};

export const newScopeSecretForm: Form = async (admin, form) => {
  const days = form.text('expires_in_days');
  const secret = await addScopeSecret(admin, form.text('name'), {
    description: form.text('description') || null,
    expiresInDays: /^[1-9]\d{0,3}$/.test(days) ? Number(days) : null,
  });
  return { result: { secret } };
};

export const deleteScopeSecretForm: Form = async (admin, form) => {
  const name = form.text('name');
  await deleteScopeSecret(admin, name, form.text('secret_id'));
  return { goTo: `${scopePath(name)}?saved=1` };
};

export const deleteScopeForm: Form = async (admin, form) => {
  await deleteScope(admin, form.text('name'), null);
  return { goTo: '/admin/scopes?deleted=1' };
};
