import { type MailColors, mailColors } from '#lib/theme/mail-colors';
import { portalTheme } from '#lib/theme/stylesheet';

/** Whose mail it is, as people see it. */
export type MailLook = {
  /** Null for the portal, whose name is in the catalogs. */
  readonly name: string | null;
  readonly colors: MailColors;
  /** A PNG of at most 768 by 144 pixels; null shows the name. */
  readonly logo: Buffer | null;
};

export const portalLook: MailLook = { name: null, colors: mailColors(portalTheme), logo: null };
