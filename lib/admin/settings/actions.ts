import type { ApplyReport } from '#lib/config/apply';
import { entryVersion } from '#lib/config/diff';
import { wirePortal } from '#lib/config/portal';
import { formSections } from '#lib/i18n/admin/form-sections';
import { flatPortalSettings } from '#lib/tenants/portal-settings';
import { currentPortal } from '#lib/tenants/tenant-store';
import type { Wire } from '#lib/vocabulary/wire-entry';
import type { Review } from '../action-state';
import type { AdminContext } from '../admin-context';
import { saveEntries } from '../configuration/save-entries';
import { reviewEdit, withConflict } from '../entries/change-entry';
import { flatGroups, nestGroups, savedTexts, typedValues } from '../entries/entry-fields';
import { fieldsOf } from '../entries/setting-fields';
import { type ReviewedForm, savedFlash } from '../flash/flash';
import { defineForm } from '../kit/define-form';
import { asksForReview, atPart, type PostedFields, withReason } from '../read-form';

/** The settings of the portal as in the file, and the version that an editor sends back. */
export type PortalFacts = { readonly entry: Wire; readonly version: string };

export async function readPortal({ db }: Pick<AdminContext, 'db'>): Promise<PortalFacts> {
  const entry = wirePortal(await currentPortal(db));
  return { entry, version: entryVersion(entry) };
}

/**
 * Saves the form of the settings page, or reviews its changes.
 * @throws AdminError `invalid` with the fields; `changed_meanwhile` with the author and changes of the other revision
 */
export const savePortalForm: ReviewedForm = async (admin, form) => {
  const because = withReason(admin, form);
  const edit = {
    entry: readPortalForm(form, (await readPortal(admin)).entry),
    version: form.text('version'),
  };
  if (asksForReview(form)) return { review: await reviewPortal(admin, edit) };
  try {
    const report = await savePortalSettings(because, edit);
    return { goTo: atPart('/admin/settings', form), flash: savedFlash(report) };
  } catch (error) {
    throw await withConflict(admin, error, {
      section: 'portal',
      key: '',
      saved: (entry) => savedTexts(portalKinds, flatPortal(entry)),
      read: async () => wirePortal(await currentPortal(admin.db)),
    });
  }
};

/**
 * The settings as typed in the form of the settings page.
 * @param stored the settings that the form shows
 * @throws AdminError `invalid` for a value that cannot be parsed
 */
export function readPortalForm(form: PostedFields, stored: Wire = {}): Wire {
  return nestPortal(typedValues(portalKinds, form, flatPortal(stored)));
}

type PortalEdit = { readonly entry: Wire; readonly version: string };

/** The changes that an edit of the portal's settings would make. @throws AdminError `invalid` with the fields */
async function reviewPortal(admin: AdminContext, { entry, version }: PortalEdit): Promise<Review> {
  const { entry: stored } = await readPortal(admin);
  return reviewEdit(admin, { section: 'portal', key: '', entry }, { stored, version });
}

/** Saves the settings of the portal. @throws AdminError `invalid` with the fields, `changed_meanwhile` */
export async function savePortalSettings(admin: AdminContext, { entry, version }: PortalEdit): Promise<ApplyReport> {
  return saveEntries(admin, [{ section: 'portal', key: '', entry, expected: version }]);
}

export const savePortal = defineForm(
  { path: 'settings', permission: 'own', proof: 'strict', section: 'portal' },
  savePortalForm,
);

/** The fields of the form. */
export const portalKinds = fieldsOf(flatPortalSettings, ...Object.keys(formSections.portal));

const nested = ['agents'] as const;

/** The settings as one value for each field of the form. */
export function flatPortal(entry: Wire): Wire {
  return flatGroups(entry, nested);
}

/** The values of the form in the structure of the file. */
function nestPortal(values: Wire): Wire {
  return nestGroups(values, {}, nested);
}
