import { UsageFacts } from '#components/admin/clients/usage-facts';
import { ButtonLink } from '#components/ui/button';
import { Panel } from '#components/ui/panel';
import { clientSection } from '#lib/admin/clients/client-section';
import { readClient } from '#lib/admin/clients/read-client';
import { readClientUsage } from '#lib/admin/clients/read-usage';
import { addressWith } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { entryFace } from '../entries/entry-face';

const texts = adminTexts.clients;

/** The pages of a client. */
export const clientFace = entryFace({
  section: clientSection,
  texts: { ...texts, disabled: adminTexts.shell.states.disabled },
  read: readClient,
  head: ({ clientId, name, enabled, kind }) => ({ key: clientId, title: name, enabled, kinds: [texts.kinds[kind]] }),
  idLabel: texts.facts.id,
  tabs: { label: texts.tabs, pages: texts.pages },
  isFirstNamed: true,
  actions: (clientId, mayEdit) =>
    mayEdit && (
      <ButtonLink href={addressWith('/admin/clients/import', {}, { from: clientId })}>
        {texts.json.duplicate}
      </ButtonLink>
    ),
  guarded: {
    tab: 'settings',
    texts,
    usage: async (admin, { clientId }) => (
      <Panel title={texts.activity.usage}>
        <UsageFacts {...(await readClientUsage(admin, clientId))} />
      </Panel>
    ),
  },
});
