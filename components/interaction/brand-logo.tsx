import { Logo, NameLogo, PictureLogo } from '#components/ui/logo';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { Brand } from '#lib/theme/brand';
import { logoSources } from '#lib/theme/logo-sources';

/** Whose page it is, at its top. An application's logo never takes this place. */
export function BrandLogo({ locale, brand }: { readonly locale: Locale; readonly brand: Brand | null }) {
  if (brand === null) return <Logo>{translate(locale, 'portal.name')}</Logo>;
  const name = displayText(brand.name);
  if (brand.logo === null) return <NameLogo name={name} />;
  return <PictureLogo name={name} {...logoSources(brand.logo, brand.mode)} />;
}
