import { flatPortal } from '#lib/admin/portal/portal-fields';
import { type PortalFacts, savePortal } from '#lib/admin/portal/save-portal';
import { formSections } from '#lib/i18n/admin/form-sections';
import { adminTexts } from '#lib/i18n/admin/texts';
import { flatPortalSettings } from '#lib/tenants/portal-settings';
import { EntrySections } from '../entries/settings-form';
import { AdminForm } from '../form/admin-form';
import { SaveBar } from '../form/form-end';

type PortalFormProps = {
  readonly facts: PortalFacts;
  readonly canEdit: boolean;
};

/** The settings of the portal. Only an owner can change them. */
export function PortalForm({ facts: { entry, version }, canEdit }: PortalFormProps) {
  const texts = adminTexts.settings.portal;
  const sections = (
    <EntrySections
      settings={flatPortalSettings}
      sections={formSections.portal}
      entry={flatPortal(entry)}
      asText={!canEdit}
    />
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
