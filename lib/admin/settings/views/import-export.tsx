import { DifferenceTable } from '#components/admin/difference-table';
import { AdminForm } from '#components/admin/form/admin-form';
import { FileField, TextArea } from '#components/admin/form/field';
import { SubmitButton } from '#components/admin/form/form-end';
import { StepUp } from '#components/admin/form/step-up';
import { pageForms } from '#components/admin/page-facts';
import { RiskList } from '#components/admin/risk-list';
import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { Name } from '#components/ui/text';
import { describeResets } from '#lib/config/format-plan';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { MissingProof } from '../../access/prove-action';
import { untouched } from '../../action-state';
import type { DocumentReport } from '../../configuration/apply-document';
import { importConfiguration } from '../../configuration/import-document';
import { documentFields, documentFormats } from '../../entries/entry-path';
import { formState } from '../../form-state';
import { nounOf } from '../../history/texts';
import { texts } from '../texts';

const { exporting, importing } = texts;

type ExportPanelProps = {
  readonly csrf: string;
  /** Null for people who cannot export secrets. Otherwise the problem of the form that came back, if any. */
  readonly sealed: { readonly problem: MissingProof | null } | null;
};

/** Downloads the configuration: without secrets, or with sealed ones for an owner who confirms their identity. */
export function ExportPanel({ csrf, sealed }: ExportPanelProps) {
  return (
    <Panel title={exporting.title} description={exporting.description} id="export">
      <div className="grid gap-6">
        <form {...post} aria-label={exporting.title} className="flex flex-wrap items-end gap-3">
          <input type="hidden" name="csrf" value={csrf} />
          <FormatField id="format" />
          <Button variant="primary">{exporting.submit}</Button>
        </form>
        {sealed && (
          <form {...post} aria-label={exporting.sealed} className="grid gap-3 border-border border-t pt-5">
            <input type="hidden" name="csrf" value={csrf} />
            <input type="hidden" name="secrets" value="sealed" />
            <p className="text-muted-foreground text-sm">{exporting.sealedText}</p>
            <div className="flex flex-wrap items-end gap-3">
              <FormatField id="sealed-format" />
              <Button>{exporting.sealedSubmit}</Button>
            </div>
            <StepUp needed="sudo" state={stateOf(sealed.problem)} view={pageForms().stepUp} />
          </form>
        )}
      </div>
    </Panel>
  );
}

const post = { method: 'post', action: '/admin/settings/export/submit' } as const;

function stateOf(problem: MissingProof | null) {
  if (problem === null) return { problem: null, message: null };
  return { problem: 'reauthenticate', message: adminTexts.shell.stepUp.problems[problem] } as const;
}

function FormatField({ id }: { readonly id: string }) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        {exporting.format}
      </label>
      <select id={id} name="format" className="rounded-lg border border-input bg-card px-3 py-2 text-sm">
        {documentFormats.map((format) => (
          <option key={format} value={format}>
            {exporting.formats[format]}
          </option>
        ))}
      </select>
    </div>
  );
}

/** A configuration file to paste or upload. The panel shows what it changes and breaks before the import. */
export function ImportPanel() {
  return (
    <Panel title={importing.title} description={importing.description} id="import">
      <AdminForm {...importConfiguration.about()} label={importing.title}>
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
        <p className="text-sm">{importing.fileKept}</p>
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
        label={importing.document[0]}
        help={importing.document[1]}
        rows={14}
        className="font-mono"
        dir="ltr"
      />
      <FileField
        name={documentFields.file}
        label={importing.file[0]}
        help={importing.file[1]}
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
        <SubmitButton variant="primary">{hasChanges ? importing.submit : importing.plan}</SubmitButton>
      </div>
    </>
  );
}

/** This many entries are listed; the rest are counted. */
const listed = 50;

/** The changes of an import, entry by entry, and what they break. */
function ImportPlan({ report: { changes, warnings } }: { readonly report: DocumentReport }) {
  return (
    // biome-ignore lint/a11y/noAutofocus: the plan comes with a new page
    <div role="status" tabIndex={-1} autoFocus className="grid min-w-0 gap-4 outline-none">
      <p className="font-medium">{changes.length === 0 ? importing.nothing : importing.changes(changes.length)}</p>
      {warnings.length > 0 && (
        <Notice tone="warning" title={importing.warnings}>
          <ul className="grid gap-1">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      )}
      {changes.slice(0, listed).map(({ section, key, kind, differences, resets, risks }) => (
        <section key={`${section} ${key}`} className="grid min-w-0 gap-2">
          <h3 className="font-medium text-sm">
            {importing.kinds[kind]} {nounOf(section)} <Name>{key}</Name>
          </h3>
          <RiskList risks={risks.map(({ text }) => text)} />
          {kind === 'update' && (
            <DifferenceTable
              caption={key}
              differences={differences.filter((one) => !resets.includes(one.key))}
              section={section}
            />
          )}
          {resets.length > 0 && (
            <>
              <h4 className="font-medium text-destructive text-sm">{describeResets(resets.length)}</h4>
              <DifferenceTable
                caption={describeResets(resets.length)}
                differences={differences.filter((one) => resets.includes(one.key))}
                section={section}
              />
            </>
          )}
        </section>
      ))}
      {changes.length > listed && <p className="text-sm">{importing.more(changes.length - listed)}</p>}
    </div>
  );
}
