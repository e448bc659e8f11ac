import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import type { PostedFields } from '../read-form';
import type { AdminSection } from './admin-section';
import { addSecret, changeEntry, deleteEntry, deleteSecret, saveForm } from './change-entry';

/** A form that leads to another page. */
type Form = (admin: AdminContext, form: PostedFields) => Promise<{ readonly goTo: string }>;
/** A form that shows something once. */
type SecretForm = (
  admin: AdminContext,
  form: PostedFields,
) => Promise<{ readonly result: Readonly<Record<string, string>> }>;

/** The forms that the entries of every section have. */
export function entryForms(kind: AdminSection): Readonly<Record<'enable' | 'remove' | 'deleteSecret', Form>> & {
  /** @param tab the page of the form; absent: the form says it */
  readonly save: (tab?: string) => Form;
  readonly addSecret: SecretForm;
} {
  const { path, listPath, secrets, isGuarded } = kind;
  const keyOf = (form: PostedFields) => form.text(kind.key);
  return {
    save: (fixed) => async (admin, form) => {
      const [key, page] = [keyOf(form), fixed ?? form.text('tab')];
      const tab = Object.hasOwn(kind.tabs, page) ? kind.tabs[page] : undefined;
      if (tab === undefined) throw new AdminError('not_found', 'There is no such page');
      await saveForm(admin, kind, {
        key,
        changes: (stored) => tab.typed(form, stored),
        version: form.text('version'),
        told: tab.told,
        reason: form.text('reason') || null,
      });
      return { goTo: `${path(key, page)}?saved=1` };
    },
    enable: async (admin, form) => {
      await changeEntry(admin, kind, keyOf(form), () => ({ enabled: form.text('enabled') === 'true' }));
      return { goTo: `${path(keyOf(form))}?saved=1` };
    },
    remove: async (admin, form) => {
      if (isGuarded) confirmName(form, keyOf(form));
      await deleteEntry(admin, kind, keyOf(form), null);
      return { goTo: `${listPath}?deleted=1` };
    },
    addSecret: async (admin, form) => {
      const days = form.text('expires_in_days');
      const secret = await addSecret(admin, kind, keyOf(form), {
        description: form.text('description') || null,
        expiresInDays: /^[1-9]\d{0,3}$/.test(days) ? Number(days) : null,
      });
      return { result: { secret } };
    },
    deleteSecret: async (admin, form) => {
      await deleteSecret(admin, kind, keyOf(form), form.text('secret_id'));
      return { goTo: `${path(keyOf(form), secrets?.page)}?saved=1` };
    },
  };
}

/** Makes sure that a person typed the name of the entry that they are about to delete. */
function confirmName(form: PostedFields, name: string): void {
  if (form.text('typed') === name) return;
  const message = `expected ${name}`;
  throw new AdminError('invalid', message, [{ field: 'typed', code: 'not_the_name', message }]);
}
