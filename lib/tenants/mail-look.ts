import { displayText } from '#lib/i18n/display-text';
import type { MailLook } from '#lib/mail/mail-page';
import { drawLogo, parseLogo } from '#lib/pictures/logo';
import { deriveTheme } from '#lib/theme/derive-theme';
import { mailColors } from '#lib/theme/mail-colors';
import type { Look } from './look';

/** A look in mails: the name, the colors, and the logo as a PNG. */
export async function mailLook({ name, theme }: Look): Promise<MailLook> {
  const isDark = theme.mode === 'dark';
  const [text] = [isDark ? theme.logoDark : null, theme.logo, theme.logoDark].filter((one) => one !== null);
  const file = text === undefined ? null : parseLogo(text);
  return {
    name: name === null ? null : displayText(name),
    colors: mailColors(deriveTheme(theme)),
    logo: file === null ? null : await drawLogo(file),
  };
}
