import { Button } from '#components/ui/button';
import { Panel } from '#components/ui/panel';
import type { MissingProof } from '#lib/admin/access/prove-action';
import { documentFormats } from '#lib/admin/configuration/import-export';
import { adminTexts } from '#lib/i18n/admin/texts';
import { StepUp } from '../form/step-up';
import { pageForms } from '../page-facts';

type ExportPanelProps = {
  readonly csrf: string;
  /** Null for people who cannot export secrets. Otherwise the problem of the form that came back, if any. */
  readonly sealed: { readonly problem: MissingProof | null } | null;
};

const texts = adminTexts.settings.exporting;

/** Downloads the configuration: without secrets, or with sealed ones for an owner who confirms their identity. */
export function ExportPanel({ csrf, sealed }: ExportPanelProps) {
  return (
    <Panel title={texts.title} description={texts.description} id="export">
      <div className="grid gap-6">
        <form {...post} aria-label={texts.title} className="flex flex-wrap items-end gap-3">
          <input type="hidden" name="csrf" value={csrf} />
          <FormatField id="format" />
          <Button variant="primary">{texts.submit}</Button>
        </form>
        {sealed && (
          <form {...post} aria-label={texts.sealed} className="grid gap-3 border-border border-t pt-5">
            <input type="hidden" name="csrf" value={csrf} />
            <input type="hidden" name="secrets" value="sealed" />
            <p className="text-muted-foreground text-sm">{texts.sealedText}</p>
            <div className="flex flex-wrap items-end gap-3">
              <FormatField id="sealed-format" />
              <Button>{texts.sealedSubmit}</Button>
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
        {texts.format}
      </label>
      <select id={id} name="format" className="rounded-lg border border-input bg-card px-3 py-2 text-sm">
        {documentFormats.map((format) => (
          <option key={format} value={format}>
            {texts.formats[format]}
          </option>
        ))}
      </select>
    </div>
  );
}
