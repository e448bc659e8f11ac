import { displayText } from '#lib/i18n/display-text';
import { type MailLook, portalLook } from '#lib/mail/mail-page';
import { drawLogo, parseLogo } from '#lib/pictures/logo';
import { deriveTheme } from '#lib/theme/derive-theme';
import { mailColors } from '#lib/theme/mail-colors';

import type { Tenant } from './schema';

/**
 * The look of a tenant's mails: its name, its colors and its logo as a PNG.
 * @param tenant if undefined or disabled, the portal's own look
 */
export async function mailLook(tenant: Tenant | undefined): Promise<MailLook> {
  if (tenant === undefined || !tenant.enabled) return portalLook;
  const { displayName, theme } = tenant;
  const isDark = theme.mode === 'dark';
  const [text] = [isDark ? theme.logoDark : null, theme.logo, theme.logoDark].filter((one) => one !== null);
  const file = text === undefined ? null : parseLogo(text);
  return {
    name: displayText(displayName),
    colors: mailColors(deriveTheme(theme)),
    logo: file === null ? null : await drawLogo(file),
  };
}
