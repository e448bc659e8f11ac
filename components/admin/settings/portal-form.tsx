import type { FieldKinds } from '#lib/admin/entries/entry-fields';
import { flatPortal, type PortalGroup, portalGroups } from '#lib/admin/portal/portal-fields';
import { type PortalFacts, savePortal } from '#lib/admin/portal/save-portal';
import { formSections } from '#lib/i18n/admin/form-sections';
import { adminTexts } from '#lib/i18n/admin/texts';
import { languages } from '#lib/i18n/locales';
import { EntryFields, optionsFrom } from '../entries/entry-fields';
import { AdminForm } from '../form/admin-form';
import { FormSection, FormSections } from '../form/form-section';
import { SaveBar } from '../form/save-bar';

type PortalFormProps = {
  readonly facts: PortalFacts;
  readonly canEdit: boolean;
};

const choices = {
  default_locale: [{ value: '', label: adminTexts.tenants.noLocale }, ...optionsFrom(languages)],
};

const groups: readonly PortalGroup[] = ['sessions', 'sign_in', 'accounts', 'service', 'agents'];

/** The settings of the portal. Only an owner can change them. */
export function PortalForm({ facts: { entry, version }, canEdit }: PortalFormProps) {
  const texts = adminTexts.settings.portal;
  const fields = flatPortal(entry);
  const sections = (
    <FormSections>
      {groups.map((group) => {
        const kinds: FieldKinds = portalGroups[group];
        return (
          <FormSection key={group} id={group} title={texts.groups[group]} text={formSections.portal[group]}>
            <EntryFields kinds={kinds} entry={fields} asText={!canEdit} texts={texts} choices={choices} />
          </FormSection>
        );
      })}
    </FormSections>
  );
  return (
    <>
      <div className="grid gap-1">
        <h2 className="font-semibold">{texts.title}</h2>
        <p className="text-muted-foreground text-sm">{canEdit ? texts.description : texts.ownersOnly}</p>
      </div>
      {canEdit ? (
        <AdminForm {...savePortal.about()} hidden={{ version }} label={texts.title} guarded>
          {sections}
          <SaveBar hasReview />
        </AdminForm>
      ) : (
        <div className="grid gap-5">{sections}</div>
      )}
    </>
  );
}
