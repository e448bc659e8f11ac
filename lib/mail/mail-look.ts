import { type MailColors, mailColors } from '#lib/theme/mail-colors';
import { portalTheme } from '#lib/theme/stylesheet';

/** The sender of a mail, as people see it. */
export type MailLook = {
  /** Null for the portal. Its name is in the catalogs. */
  readonly name: string | null;
  readonly colors: MailColors;
  /** A PNG of at most 768 by 144 pixels. Null shows the name instead. */
  readonly logo: Buffer | null;
};

export const portalLook: MailLook = { name: null, colors: mailColors(portalTheme), logo: null };
