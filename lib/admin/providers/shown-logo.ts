import { providerLogo } from '#lib/providers/provider-logo';
import { type LogoSources, logoSources } from '#lib/theme/brand';

/** A provider's logo in the administration. It follows the color scheme of the device. */
export function shownLogo(provider: Parameters<typeof providerLogo>[0]): LogoSources | null {
  const logo = providerLogo(provider);
  return logo && logoSources(logo, 'system');
}
