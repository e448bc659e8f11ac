import { Panel } from '#components/ui/panel';
import { clientPath } from '#lib/admin/entries/entry-path';
import type { clientsOf } from '#lib/admin/providers/read-provider';
import { adminTexts } from '#lib/i18n/admin/texts';

/** Whose people may sign in there. */
export function ClientsPanel({ clients }: { readonly clients: ReturnType<typeof clientsOf> }) {
  const texts = adminTexts.providers.clients;
  const { shown, total, of } = clients;
  const sentence = total === 0 ? texts.none : total === of ? texts.all : texts.some(total, of);
  return (
    <Panel title={texts.title} description={`${sentence} ${texts.text}`}>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {shown.map(({ clientId, name }) => (
          <li key={clientId} className="break-words">
            <a href={clientPath(clientId, 'sign-in')} className="underline underline-offset-4">
              {name}
            </a>
          </li>
        ))}
        {total > shown.length && <li className="text-muted-foreground">{texts.more(total - shown.length)}</li>}
      </ul>
    </Panel>
  );
}
