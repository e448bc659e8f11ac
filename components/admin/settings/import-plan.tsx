import { Name } from '#components/ui/name';
import { Notice } from '#components/ui/notice';
import type { DocumentReport } from '#lib/admin/configuration/apply-document';
import { nounOf } from '#lib/admin/history/texts';
import { adminTexts } from '#lib/i18n/admin/texts';
import { DifferenceTable } from '../difference-table';

/** This many entries are listed; the rest are counted. */
const listed = 50;

const texts = adminTexts.settings.importing;

/** The changes of an import, entry by entry, and what they break. */
export function ImportPlan({ report: { changes, warnings } }: { readonly report: DocumentReport }) {
  return (
    // biome-ignore lint/a11y/noAutofocus: the plan comes with a new page
    <div role="status" tabIndex={-1} autoFocus className="grid min-w-0 gap-4 outline-none">
      <p className="font-medium">{changes.length === 0 ? texts.nothing : texts.changes(changes.length)}</p>
      {warnings.length > 0 && (
        <Notice tone="warning" title={texts.warnings}>
          <ul className="grid gap-1">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      )}
      {changes.slice(0, listed).map(({ section, key, kind, differences, risks }) => (
        <section key={`${section} ${key}`} className="grid min-w-0 gap-2">
          <h3 className="font-medium text-sm">
            {texts.kinds[kind]} {nounOf(section)} <Name>{key}</Name>
          </h3>
          {risks.length > 0 && (
            <ul className="grid gap-0.5 text-destructive text-sm" aria-label={texts.risks}>
              {risks.map((risk) => (
                <li key={risk}>{risk}</li>
              ))}
            </ul>
          )}
          {kind === 'update' && <DifferenceTable caption={key} differences={differences} section={section} />}
        </section>
      ))}
      {changes.length > listed && <p className="text-sm">{texts.more(changes.length - listed)}</p>}
    </div>
  );
}
