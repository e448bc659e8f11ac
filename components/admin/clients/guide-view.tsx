import { Panel } from '#components/ui/panel';
import type { Guide } from '#lib/admin/clients/guides/guide';
import { adminTexts } from '#lib/i18n/admin/texts';
import { CodeBlock } from '../code-block';

type GuideViewProps = {
  readonly guides: readonly Guide[];
  readonly title?: string;
  readonly description?: string;
};

/** How an application or an API is connected: a foldable part for each library, the first one open. */
export function GuideView({ guides, title, description }: GuideViewProps) {
  const texts = adminTexts.clients.guide;
  return (
    <Panel title={title ?? texts.title} description={description ?? texts.description}>
      <div className="grid gap-3">
        {guides.map((guide, index) => (
          <details key={guide.id} open={index === 0} name="guide" className="rounded-lg border border-border">
            <summary className="cursor-pointer px-4 py-3 font-medium text-sm">{guide.title}</summary>
            <div className="grid min-w-0 gap-3 px-4 pb-4">
              {guide.callbackPath && (
                <p className="text-muted-foreground text-sm">{texts.redirect(guide.callbackPath)}</p>
              )}
              {guide.install && <CodeBlock name={texts.install} code={guide.install} />}
              {guide.files.map((file) => (
                <CodeBlock key={file.name} name={file.name} code={file.code} runs={file.runs} />
              ))}
              <p className="min-w-0 break-words text-sm">
                <strong>{texts.trouble}</strong> {guide.trouble.sign} {guide.trouble.remedy}
              </p>
              <p className="min-w-0 break-words text-muted-foreground text-sm">
                {texts.proof} {guide.proof}
              </p>
            </div>
          </details>
        ))}
      </div>
    </Panel>
  );
}
