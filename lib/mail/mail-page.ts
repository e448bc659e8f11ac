import type { Locale } from '#lib/i18n/locales';
import { type MailColors, mailColors } from '#lib/theme/mail-colors';
import { portalTheme } from '#lib/theme/stylesheet';

/** The texts of a mail, in the order of both of its forms. */
export type MailPage = {
  readonly locale: Locale;
  /** The subject, and the heading. */
  readonly title: string;
  readonly text: string;
  /** The code to type. */
  readonly code: string | null;
  /** The time, browser, address and other facts of the event. */
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly action: { readonly label: string; readonly href: string } | null;
  /** How long a link or code works, and what to do if the mail is unexpected. */
  readonly notes: readonly string[];
  /** Says who sent the mail. */
  readonly foot: string;
};

/** The style of the HTML form. */
export type MailStyle = {
  readonly sender: string;
  readonly colors: MailColors;
  /** The Content-ID of the logo in the mail. */
  readonly logo: string | null;
};

/** The sender of a mail, as people see it. */
export type MailLook = {
  /** Null for the portal. Its name is in the catalogs. */
  readonly name: string | null;
  readonly colors: MailColors;
  /** A PNG of at most 768 by 144 pixels. Null shows the name instead. */
  readonly logo: Buffer | null;
};

export const portalLook: MailLook = { name: null, colors: mailColors(portalTheme), logo: null };
