import { ButtonLink } from '#components/ui/button';
import { readScope, type ScopeDetail } from '#lib/admin/scopes/read-scope';
import { scopeSection } from '#lib/admin/scopes/scope-section';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { EntryFace } from '#views/admin/entries/view';

const texts = adminTexts.scopes;
const { label, ...pages } = texts.tabs;

/** The pages of a scope. */
export const scopeFace = {
  section: scopeSection,
  title: texts.title,
  read: readScope,
  head: ({ name, type, builtIn, settings }) => ({
    key: name,
    title: name,
    enabled: settings.enabled !== false,
    icon: 'scope',
    kinds: [texts.types[type], ...(builtIn ? [texts.list.builtIn] : [])],
  }),
  idLabel: null,
  tabs: { label, pages, omits: ({ type }) => (type === 'resource' ? [] : ['api']) },
  isFirstNamed: true,
  actions: ({ name }) => ({
    primary: <ButtonLink href={`/admin/debug/simulator?scope=${encodeURIComponent(name)}`}>{texts.try}</ButtonLink>,
  }),
} satisfies EntryFace<ScopeDetail>;
