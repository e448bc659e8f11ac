import type { ApplyReport } from '#lib/config/apply';
import { entryVersion } from '#lib/config/diff';
import { wirePortal } from '#lib/config/portal';
import { currentPortal } from '#lib/tenants/tenant-store';
import type { Wire } from '#lib/vocabulary/wire-entry';
import type { Review } from '../action-state';
import type { AdminContext } from '../admin-context';
import { saveEntries } from '../configuration/save-entries';
import { reviewEdit, withConflict } from '../entries/change-entry';
import { flatGroups, nestGroups, savedTexts, typedValues } from '../entries/entry-fields';
import { logoKeys, typedLogos } from '../entries/logos';
import { type ReviewedForm, savedFlash } from '../flash/flash';
import { type AreaForm, defineForm } from '../kit/define-form';
import { asksForReview, atPart, type PostedFields, withReason } from '../read-form';
import { kindsOf, nested, type PortalSection, sectionNames, sectionPath } from './sections';

/** The settings of the portal as in the file, and the version that an editor sends back. */
export type PortalFacts = { readonly entry: Wire; readonly version: string };

export async function readPortal({ db }: Pick<AdminContext, 'db'>): Promise<PortalFacts> {
  const entry = wirePortal(await currentPortal(db));
  return { entry, version: entryVersion(entry) };
}

/**
 * Saves one section of the settings, or reviews its changes.
 * @throws AdminError `invalid` with the fields; `changed_meanwhile` with the author and changes of the other revision
 */
export function savePortalForm(section: PortalSection): ReviewedForm {
  return async (admin, form) => {
    const because = withReason(admin, form);
    const { entry: stored } = await readPortal(admin);
    const edit = { entry: await readPortalForm(section, form, stored), version: form.text('version') };
    if (asksForReview(form)) return { review: await reviewPortal(admin, edit) };
    try {
      const report = await savePortalSettings(because, edit);
      return { goTo: atPart(sectionPath(section), form), flash: savedFlash(report) };
    } catch (error) {
      throw await withConflict(admin, error, {
        section: 'portal',
        key: '',
        saved: (entry) => savedTexts(kindsOf(section), flatPortal(entry)),
        read: async () => wirePortal(await currentPortal(admin.db)),
      });
    }
  };
}

/**
 * The settings with what was typed in the form of a section.
 * @param stored the settings that the form shows
 * @throws AdminError `invalid` for a value or a picture that cannot be read
 */
export async function readPortalForm(section: PortalSection, form: PostedFields, stored: Wire): Promise<Wire> {
  const pictures = section === 'branding' ? await typedLogos(form, logoKeys) : {};
  const typed = { ...typedValues(kindsOf(section), form, flatPortal(stored)), ...pictures };
  return { ...stored, ...nestGroups(typed, stored, nested) };
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

/** The form of each section. */
export const portalForms: ReadonlyMap<PortalSection, AreaForm> = new Map(
  sectionNames.map((section) => {
    const path = sectionPath(section).replace('/admin/', '');
    const files = section === 'branding' ? logoKeys : [];
    const form = { path, permission: 'own', proof: 'strict', section: 'portal', files } as const;
    return [section, defineForm(form, savePortalForm(section))];
  }),
);

/** The form of a section. */
export function portalForm(section: PortalSection): AreaForm {
  const form = portalForms.get(section);
  if (form === undefined) throw new Error(`${section} has no form`);
  return form;
}

/** The settings as one value for each field of the form. */
export function flatPortal(entry: Wire): Wire {
  return flatGroups(entry, nested);
}
