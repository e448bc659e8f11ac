import { DayLine } from '#components/admin/providers/day-line';
import { UsageFacts } from '#components/admin/providers/usage-facts';
import { ButtonLink } from '#components/ui/button';
import { ProviderMark } from '#components/ui/provider-mark';
import { providerPath } from '#lib/admin/entries/entry-path';
import { providerSection } from '#lib/admin/providers/provider-section';
import { type ProviderFace, readProviderFace } from '#lib/admin/providers/read-provider';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { EntryFace } from '#views/admin/entries/view';

const texts = adminTexts.providers;
const { label, ...pages } = texts.tabs;

/** The pages of an identity provider. Disabling one locks out people who can only sign in there. */
export const providerFace = {
  section: providerSection,
  title: texts.title,
  read: readProviderFace,
  head: ({ name, displayName, brand, logo, enabled, type, usage, day }) => ({
    key: name,
    title: displayName,
    enabled,
    icon: 'login',
    mark: <ProviderMark name={displayName} brand={brand} logo={logo} />,
    kinds: [texts.types[type]],
    facts: [
      ...(enabled ? [adminTexts.shell.states.enabled] : []),
      texts.usage.linked(usage.people),
      ...(usage.dependants > 0 ? [texts.usage.noOtherWay(usage.dependants, usage.limit)] : []),
    ],
    status: <DayLine name={name} day={day} />,
  }),
  idLabel: adminTexts.shell.detail.id,
  tabs: { label, pages },
  isFirstNamed: true,
  actions: ({ name }, mayEdit) => ({
    primary: mayEdit && (
      <ButtonLink href={providerPath(name, 'test')} target="_blank" rel="noopener" variant="primary">
        {texts.test.action} <span className="sr-only">{texts.test.newTab}</span>
      </ButtonLink>
    ),
  }),
  guarded: {
    tab: 'settings',
    texts,
    warning: (_, { usage: { dependants, limit } }) =>
      dependants === 0 ? null : texts.danger.asks(texts.danger.people(dependants, limit)),
    usage: async (_, { usage }) => <UsageFacts usage={usage} />,
  },
} satisfies EntryFace<ProviderFace>;
