import { createElement, type ReactNode } from 'react';
import { MessageView } from '#components/interaction/problem-view';
import { translate } from '#lib/i18n/translate';
import { pageLocale } from './page-locale';
import { portalShell } from './read-page';
import { setStatus } from './set-status';

/**
 * The page for an address that nobody has, and for what the settings disable. Next's own notFound() would send an empty
 * document, which only its scripts fill (decision 002).
 */
export async function unknownPage(): Promise<ReactNode> {
  setStatus(404);
  return drawUnknownPage();
}

/** The same for app/not-found.tsx, which Next also draws beside every other page. */
export async function drawUnknownPage(): Promise<ReactNode> {
  const locale = await pageLocale();
  const title = translate(locale, 'error.not_found.title');
  return createElement(MessageView, {
    ...(await portalShell()),
    locale,
    title,
    heading: title,
    text: translate(locale, 'error.not_found.text'),
    link: { text: translate(locale, 'error.home'), href: '/' },
  });
}
