import { cache } from 'react';
import { plainTimeView, type TimeView } from '#lib/i18n/admin/format-time';

/** One for each page that is rendered. Outside of a page, for example in a test, each call gets a new one. */
const holder = cache((): { view: TimeView } => ({ view: plainTimeView }));

/** How the page that is being rendered shows times. */
export function timeView(): TimeView {
  return holder().view;
}

/** Sets it for the page, before its content is rendered. */
export function setTimeView(view: TimeView): void {
  holder().view = view;
}
