import type { ReactNode } from 'react';
import { ButtonLink } from '#components/ui/button';
import { Heading } from '#components/ui/heading';
import type { Locale } from '#lib/i18n/locales';
import { pageTitle } from './page-title';
import { Shell } from './shell';

type MessageViewProps = {
  readonly locale: Locale;
  readonly page?: string;
  readonly title: string;
  readonly heading: string;
  readonly text: ReactNode;
  readonly link?: { readonly text: string; readonly href: string };
  readonly host?: string | undefined;
};

/** A page that only says something, and where to go on. */
export function MessageView({ locale, page = 'error', title, heading, text, link, host }: MessageViewProps) {
  return (
    <Shell locale={locale} page={page} host={host} title={pageTitle(locale, title, false)}>
      <Heading text={text}>{heading}</Heading>
      {link && (
        <ButtonLink variant="secondary" href={link.href}>
          {link.text}
        </ButtonLink>
      )}
    </Shell>
  );
}
