import { Panel } from '#components/ui/panel';
import type { clientsOf } from '#lib/admin/providers/read-provider';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ClientLinks } from '../client-links';

/** The clients whose users may sign in at a provider. */
export function ClientsPanel({ clients }: { readonly clients: ReturnType<typeof clientsOf> }) {
  const texts = adminTexts.providers.clients;
  const { shown, total, of } = clients;
  const sentence = total === 0 ? texts.none : total === of ? texts.all : texts.some(total, of);
  return (
    <Panel title={texts.title} description={`${sentence} ${texts.text}`}>
      <ClientLinks
        clients={shown}
        page="access"
        more={total > shown.length ? { text: texts.more(total - shown.length) } : null}
      />
    </Panel>
  );
}
