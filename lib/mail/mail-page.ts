import type { Locale } from '#lib/i18n/locales';
import type { MailColors } from '#lib/theme/mail-colors';

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
