import type { Locale } from '#lib/i18n/locales';
import type { MailColors } from '#lib/theme/mail-colors';

/** The words of a mail, in the order in which both of its forms show them. */
export type MailPage = {
  readonly locale: Locale;
  /** The subject, and the heading. */
  readonly title: string;
  readonly text: string;
  /** What is to be typed. */
  readonly code: string | null;
  /** When, where and with what. */
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly action: { readonly label: string; readonly href: string } | null;
  /** How long a link or a code works, and what to do if the mail comes unexpected. */
  readonly notes: readonly string[];
  /** Who sends it. */
  readonly foot: string;
};

/** How the HTML form of a mail looks. */
export type MailStyle = {
  readonly sender: string;
  readonly colors: MailColors;
  /** The Content-ID of the logo in the same mail. */
  readonly logo: string | null;
};
