'use client';

import { Panel } from '#components/ui/panel';
import { actionProofs } from '#lib/admin/access/action-proofs';
import type { AdminAction } from '#lib/admin/action-state';
import { documentFields } from '#lib/admin/configuration/import-export';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { FieldFrame, TextArea } from '../form/field';
import { useFormState } from '../form/form-state';
import { SubmitButton } from '../form/submit-button';
import { ImportPlan } from './import-plan';

type ImportPanelProps = { readonly action: AdminAction; readonly csrf: string };

const texts = adminTexts.settings.importing;

/** A configuration file to paste or upload. The panel shows what it changes and breaks before the import. */
export function ImportPanel({ action, csrf }: ImportPanelProps) {
  return (
    <Panel title={texts.title} description={texts.description} id="import">
      <ActionForm action={action} csrf={csrf} proof={actionProofs.settings.importConfiguration} label={texts.title}>
        <DocumentFields />
        <Submit />
      </ActionForm>
    </Panel>
  );
}

/** A document that is too long for one field is kept in several hidden ones. */
function DocumentFields() {
  const { values } = useFormState();
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
      <FieldFrame name={documentFields.file} label={texts.file[0]} help={texts.file[1]}>
        {(attributes) => (
          <input
            type="file"
            name={documentFields.file}
            accept=".yaml,.yml,.json,application/yaml,application/json"
            className="w-full min-w-0 rounded-lg border border-input bg-card px-3 py-2 text-sm"
            {...attributes}
          />
        )}
      </FieldFrame>
    </>
  );
}

/** The plan with its button, or before that, the button that shows the plan. */
function Submit() {
  const { review } = useFormState();
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
