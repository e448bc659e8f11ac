import { cache } from 'react';
import { plainTimeView, type TimeView } from '#lib/i18n/admin/format-time';

/** One for each page that is rendered; where none is, for example in a test, a new one each time. */
const holder = cache((): { view: TimeView } => ({ view: plainTimeView }));

/** How the page that is being rendered tells times. */
export function timeView(): TimeView {
  return holder().view;
}

/** Decides it for the page, before its content is rendered. */
export function setTimeView(view: TimeView): void {
  holder().view = view;
}
