import { UsageFacts } from '#components/admin/providers/usage-facts';
import { ButtonLink } from '#components/ui/button';
import { ProviderMark } from '#components/ui/provider-mark';
import { providerPath } from '#lib/admin/entries/entry-path';
import { providerSection } from '#lib/admin/providers/provider-section';
import { readProvider, readProviderUsage } from '#lib/admin/providers/read-provider';
import { adminTexts } from '#lib/i18n/admin/texts';
import { entryFace } from '../entries/entry-face';

const texts = adminTexts.providers;
const { label, ...pages } = texts.tabs;

/** The pages of an identity provider. Disabling it shuts out those who can only sign in there. */
export const providerFace = entryFace({
  section: providerSection,
  texts,
  read: readProvider,
  head: ({ name, displayName, brand, enabled, type }) => ({
    key: name,
    title: displayName,
    enabled,
    icon: 'login',
    mark: <ProviderMark name={displayName} brand={brand} />,
    kinds: [texts.types[type]],
  }),
  idLabel: adminTexts.shell.detail.id,
  tabs: { label, pages },
  actions: ({ name }, mayEdit) => ({
    primary: mayEdit && (
      <ButtonLink href={providerPath(name, 'test')} target="_blank" rel="noopener">
        {texts.test.action} <span className="sr-only">{texts.test.newTab}</span>
      </ButtonLink>
    ),
  }),
  guarded: {
    texts,
    warning: async (admin, { name }) => {
      const { dependants, limit } = await readProviderUsage(admin, name);
      return dependants === 0 ? null : texts.danger.asks(texts.danger.people(dependants, limit));
    },
    usage: async (admin, { name }) => <UsageFacts usage={await readProviderUsage(admin, name)} />,
  },
});
