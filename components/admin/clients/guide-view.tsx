import type { ApplicationKind } from '#lib/admin/clients/application-kind';
import { type GuideFacts, guidesFor } from '#lib/admin/clients/guides/guide';
import { adminTexts } from '#lib/i18n/admin/texts';
import { CodeBlock } from '../code-block';
import { Panel } from '../ui/panel';

type GuideViewProps = { readonly kind: ApplicationKind; readonly facts: GuideFacts };

/** How the application is connected: a foldable part for each library, the first one open. */
export function GuideView({ kind, facts }: GuideViewProps) {
  const texts = adminTexts.clients.guide;
  return (
    <Panel title={texts.title} description={texts.description}>
      <div className="grid gap-3">
        {guidesFor(kind, facts).map((guide, index) => (
          <details key={guide.id} open={index === 0} name="guide" className="rounded-lg border border-border">
            <summary className="cursor-pointer px-4 py-3 font-medium text-sm">{guide.title}</summary>
            <div className="grid min-w-0 gap-3 px-4 pb-4">
              {guide.callbackPath && (
                <p className="text-muted-foreground text-sm">{texts.redirect(guide.callbackPath)}</p>
              )}
              {guide.install && <CodeBlock name={texts.install} code={guide.install} />}
              {guide.files.map((file) => (
                <CodeBlock key={file.name} {...file} />
              ))}
            </div>
          </details>
        ))}
      </div>
    </Panel>
  );
}
