import { UsageFacts } from '#components/admin/clients/usage-facts';
import { Moment } from '#components/admin/moment';
import { ButtonLink } from '#components/ui/button';
import { findAgent } from '#lib/admin/agents/read';
import { clientSection } from '#lib/admin/clients/client-section';
import { readClient } from '#lib/admin/clients/read-client';
import { readClientUsage } from '#lib/admin/clients/read-usage';
import { takesSecret } from '#lib/admin/clients/secrets-state';
import { clientPath } from '#lib/admin/entries/entry-path';
import { addressWith } from '#lib/admin/query';
import { canTrySignIn } from '#lib/admin/simulate/read';
import { adminTexts } from '#lib/i18n/admin/texts';
import { trialPath } from '#lib/login/trial/report';
import { AgentBanner } from '#views/admin/agents/view';
import { entryFace } from '../entries/entry-face';

const texts = adminTexts.clients;

const icons = { web: 'globe', spa: 'window', native: 'phone', device: 'tv', machine: 'server' } as const;

/** The pages of a client. */
export const clientFace = entryFace({
  section: clientSection,
  texts: { ...texts, disabled: adminTexts.shell.states.disabled },
  read: readClient,
  head: ({ clientId, name, enabled, kind, lastUsedAt }) => ({
    key: clientId,
    title: name,
    enabled,
    icon: icons[kind],
    kinds: [texts.kinds[kind]],
    facts: [
      lastUsedAt === null ? (
        texts.facts.neverUsed
      ) : (
        <>
          {texts.activity.lastUsed} <Moment at={lastUsedAt} />
        </>
      ),
      ...(enabled ? [texts.facts.enabled] : []),
    ],
  }),
  idLabel: texts.facts.id,
  tabs: { label: texts.tabs, pages: texts.pages, inMenu: 'json' },
  isFirstNamed: true,
  actions: (client, mayEdit) => {
    const { clientId, kind, settings } = client;
    const canTry = canTrySignIn(kind, settings.redirect_uris);
    return {
      primary: canTry && (
        <ButtonLink href={trialPath(clientId)} variant="primary">
          {texts.trySignIn}
        </ButtonLink>
      ),
      menu: [
        ...(canTry ? [] : [{ label: texts.previewTokens, href: trialPath(clientId) }]),
        ...(mayEdit && takesSecret(client.inForce.token_endpoint_auth_method)
          ? [{ label: texts.secret.title, href: clientPath(clientId, 'secret') }]
          : []),
        ...(mayEdit
          ? [
              {
                label: texts.json.duplicate,
                href: addressWith('/admin/clients/import', {}, { from: clientId }),
              },
            ]
          : []),
        { label: texts.json.view, href: clientPath(clientId, 'json') },
      ],
    };
  },
  banner: ({ admin, detail, mayEdit }) => {
    const agent = findAgent(admin.snapshot, detail.clientId);
    return agent && <AgentBanner agent={agent} mayEdit={mayEdit} />;
  },
  guarded: {
    tab: 'settings',
    texts,
    usage: async (admin, { clientId }) => <UsageFacts {...(await readClientUsage(admin, clientId))} />,
  },
});
