import type { Wire } from '#lib/vocabulary/wire-entry';
import { sectionProof } from '../access/proof-window';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { type LeadingForm, type ReviewedForm, savedFlash } from '../flash/flash';
import { type AreaForm, defineForm } from '../kit/define-form';
import { asksForReview, atPart, checkTyped, type PostedFields, withReason } from '../read-form';
import type { AdminSection } from './admin-section';
import { adminSections, getAdminSection } from './admin-sections';
import { addSecret, changeEntry, deleteEntry, deleteSecret, reviewForm, reviewLoss, saveForm } from './change-entry';

/** A form with a result that is shown once. */
type SecretForm = (
  admin: AdminContext,
  form: PostedFields,
) => Promise<{ readonly result: Readonly<Record<string, string>> }>;

// What the forms for entries of every section do. Each has the section and the key of its entry.

/** The entries that say who may use what. */
const decidesAccess: ReadonlySet<string> = new Set(['clients', 'apis', 'identity_providers']);

/**
 * Saves one page of an entry, or shows the changes that it would make: on request, and before it takes access from
 * people. Without a page name, it is the page of the settings.
 */
export const saveEntryForm: ReviewedForm = async (admin, form) => {
  const { kind, key } = entryOf(form);
  const page = form.text('tab') || 'settings';
  const tab = Object.hasOwn(kind.tabs, page) ? kind.tabs[page] : undefined;
  if (tab === undefined) throw new AdminError('not_found', 'This page does not exist');
  const edit = { key, changes: (stored: Wire) => tab.typed(form, stored), version: form.text('version') };
  if (asksForReview(form)) return { review: await reviewForm(admin, kind, edit) };
  const loss = decidesAccess.has(kind.section.name) ? await reviewLoss(admin, kind, edit) : null;
  if (loss !== null && form.text('seen') !== loss.seen) return { review: { ...loss, isUnasked: true } };
  const report = await saveForm(withReason(admin, form), kind, { ...edit, saved: tab.saved });
  return { goTo: atPart(kind.path(key, page), form), flash: savedFlash(report) };
};

export const enableEntryForm: LeadingForm = async (admin, form) => {
  const { kind, key } = entryOf(form);
  const report = await changeEntry(withReason(admin, form), kind, key, () => ({
    enabled: form.text('enabled') === 'true',
  }));
  return { goTo: kind.path(key), flash: savedFlash(report) };
};

export const deleteEntryForm: LeadingForm = async (admin, form) => {
  const { kind, key } = entryOf(form);
  checkTyped(form.text('typed'), key);
  const report = await deleteEntry(withReason(admin, form), kind, key);
  return { goTo: kind.listPath, flash: savedFlash(report) };
};

export const newSecretForm: SecretForm = async (admin, form) => {
  const { kind, key } = entryOf(form);
  const { secret, expiresAt } = await addSecret(admin, kind, key, {
    description: form.text('description') || null,
    expiresInDays: readDays(form),
  });
  return { result: { secret, ...(expiresAt !== null && { expiresAt: expiresAt.toISOString() }) } };
};

export const deleteSecretForm: LeadingForm = async (admin, form) => {
  const { kind, key } = entryOf(form);
  const report = await deleteSecret(withReason(admin, form), kind, key, form.text('secret_id'));
  return { goTo: kind.path(key, kind.secrets?.page), flash: savedFlash(report) };
};

/**
 * Null for a secret that never expires.
 * @throws AdminError `invalid` at the field
 */
export function readDays(form: PostedFields): number | null {
  const field = 'expires_in_days';
  const days = form.text(field);
  if (days === '') return null;
  if (/^[1-9]\d{0,3}$/.test(days)) return Number(days);
  const message = 'expected a whole number of days';
  throw new AdminError('invalid', message, [{ field, code: 'unreadable_number', message }]);
}

function entryOf(form: PostedFields): { readonly kind: AdminSection; readonly key: string } {
  const kind = getAdminSection(form.text('section'));
  return { kind, key: form.text(kind.key) };
}

/** The forms for the entries of a section, by their page. */
function defineEntryForms(kind: AdminSection): ReadonlyMap<string, AreaForm> {
  const section = kind.section.name;
  const pathOf = (page: string) => kind.path('x', page).replace('/admin/', '').replace('/x', `/[${kind.key}]`);
  const proof = sectionProof(section);
  const define = (
    page: string,
    { fixed, ...more }: Partial<Parameters<typeof defineForm>[0]>,
    run: Parameters<typeof defineForm>[1],
  ) => {
    const always = { permission: 'edit', section, fixed: { section, ...fixed } } as const;
    return [page, defineForm({ path: pathOf(page), proof, ...always, ...more }, run)] as const;
  };
  return new Map([
    ...Object.entries(kind.tabs).map(([tab, { files = [] }]) => define(tab, { files, fixed: { tab } }, saveEntryForm)),
    define('delete', { proof: 'sudo' }, deleteEntryForm),
    ...(kind.isGuarded
      ? [
          define('enable', { beside: pathOf('settings'), fixed: { enabled: 'true' } }, enableEntryForm),
          define('disable', { fixed: { enabled: 'false' } }, enableEntryForm),
        ]
      : []),
    ...(kind.secrets
      ? [
          define('secret', { proof: 'sudo' }, newSecretForm),
          define('secret/[secret_id]', { proof: 'sudo' }, deleteSecretForm),
        ]
      : []),
  ]);
}

const entryForms = new Map(adminSections.map((kind) => [kind, defineEntryForms(kind)]));

/** The form on a page of the entries of a section. */
export function entryForm(kind: AdminSection, page: string): AreaForm {
  const form = entryForms.get(kind)?.get(page);
  if (form === undefined) throw new Error(`${kind.section.name} have no form on ${page}`);
  return form;
}

/** All of them, for the route table. */
export const allEntryForms: readonly AreaForm[] = [...entryForms.values()].flatMap((forms) => [...forms.values()]);
