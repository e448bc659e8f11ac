import { Panel } from '#components/ui/panel';
import { untouched } from '#lib/admin/action-state';
import { importConfiguration } from '#lib/admin/configuration/import-document';
import { documentFields } from '#lib/admin/configuration/import-export';
import { formState } from '#lib/admin/form-state';
import { adminTexts } from '#lib/i18n/admin/texts';
import { AdminForm } from '../form/admin-form';
import { FileField, TextArea } from '../form/field';
import { SubmitButton } from '../form/form-end';
import { ImportPlan } from './import-plan';

const texts = adminTexts.settings.importing;

/** A configuration file to paste or upload. The panel shows what it changes and breaks before the import. */
export function ImportPanel() {
  return (
    <Panel title={texts.title} description={texts.description} id="import">
      <AdminForm {...importConfiguration.about()} label={texts.title}>
        <DocumentFields />
        <Submit />
      </AdminForm>
    </Panel>
  );
}

/** A document that is too long for one field is kept in several hidden ones. */
function DocumentFields() {
  const { values } = formState() ?? untouched;
  const parts = values[documentFields.text] ?? [];
  if (parts.length > 1) {
    return (
      <>
        <p className="text-sm">{texts.fileKept}</p>
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, in their order
          <input key={index} type="hidden" name={documentFields.text} value={part} />
        ))}
      </>
    );
  }
  return (
    <>
      <TextArea
        name={documentFields.text}
        label={texts.document[0]}
        help={texts.document[1]}
        rows={14}
        className="font-mono"
        dir="ltr"
      />
      <FileField
        name={documentFields.file}
        label={texts.file[0]}
        help={texts.file[1]}
        accept=".yaml,.yml,.json,application/yaml,application/json"
      />
    </>
  );
}

/** The plan with its button, or before that, the button that shows the plan. */
function Submit() {
  const { review } = formState() ?? untouched;
  const hasChanges = (review?.document?.changes.length ?? 0) > 0;
  return (
    <>
      {review?.document && <ImportPlan report={review.document} />}
      <div>
        <SubmitButton variant="primary">{hasChanges ? texts.submit : texts.plan}</SubmitButton>
      </div>
    </>
  );
}
