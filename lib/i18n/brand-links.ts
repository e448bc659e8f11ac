import type { Brand } from '#lib/theme/brand';
import type { Locale } from './locales';
import { translate } from './translate';

/** Help, privacy and terms of a tenant, as far as it has them: in the same order on every page (WCAG 2.2 §3.2.6). */
export function brandLinks(brand: Brand | null, locale: Locale): readonly { text: string; href: string }[] {
  const { support, privacy, terms } = brand?.links ?? { support: null, privacy: null, terms: null };
  return [
    { text: translate(locale, 'shell.help'), href: support },
    { text: translate(locale, 'shell.privacy'), href: privacy },
    { text: translate(locale, 'shell.terms'), href: terms },
  ].flatMap(({ text, href }) => (href !== null && /^(https?:\/\/|mailto:)/i.test(href) ? [{ text, href }] : []));
}
