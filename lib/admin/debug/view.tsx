import { debugToolNames, debugTools } from '#components/admin/debug-header';
import { PageHeader } from '#components/admin/page-header';
import { Button } from '#components/ui/button';
import { LabeledInput } from '#components/ui/labeled-input';
import { Notice } from '#components/ui/notice';
import type { AreaPages } from '../kit/view';
import { textOf } from '../query';
import { findDebugTarget } from './read';
import { texts } from './texts';

export const debugPages: AreaPages = {
  section: 'debug',
  pages: [
    {
      path: 'debug',
      permission: 'read',
      render: async ({ admin, query }) => {
        const text = textOf(query, 'q', 8000);
        const target = text === null ? null : await findDebugTarget(admin, text);
        if (target !== null) return { goTo: target };
        return { title: texts.title, body: <DebugView text={text} /> };
      },
    },
  ],
};

/** One field for any input, such as a reference, and the tools. @param text the last text without a match, or null */
function DebugView({ text }: { readonly text: string | null }) {
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      {text !== null && <Notice title={texts.nothing} role="status" />}
      <form method="get" action="/admin/debug" className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <LabeledInput
            id="debug-text"
            name="q"
            label={texts.field}
            defaultValue={text ?? ''}
            maxLength={8000}
            required
            autoComplete="off"
            spellCheck={false}
            className="min-h-9 text-sm"
          />
        </div>
        <Button variant="primary">{texts.go}</Button>
      </form>
      <ul className="grid gap-4 sm:grid-cols-2">
        {debugToolNames.map((name) => (
          <li key={name} className="grid content-start gap-1 rounded-lg border border-border bg-card p-4">
            <a href={debugTools[name]} className="w-fit font-semibold underline-offset-4 hover:underline">
              {texts.tools[name].title}
            </a>
            <p className="text-muted-foreground text-sm">{texts.tools[name].description}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
