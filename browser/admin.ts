/** The module of the administration. Every page works without it. */

import { addRows } from './add-row';
import { confirmInPlace } from './confirm';
import { copyOnPress } from './copy';
import { countChosen } from './count-chosen';
import { keepDrafts } from './draft';
import { filterChoices } from './filter-choices';
import { showLineRows } from './line-rows';
import { lookAgain } from './look-again';
import { openPaletteOnShortcut } from './palette-shortcut';
import { setUpPasskeys } from './passkeys/set-up-passkeys';
import { holdSecondSubmit } from './pending-submit';
import { pickColors } from './pick-color';
import { setUpPickers } from './pickers';
import { drawPreview } from './preview';
import { followChoices } from './relevant';
import { dragToReorder } from './reorder';
import { showSaveBars } from './save-bar';
import { offerToShowPasswords } from './show-password';
import { stepUpOnSubmit } from './step-up';
import { submitOnChange } from './submit-on-change';
import { saveTimeZone } from './time-zone';
import { guardUnsaved } from './unsaved';
import { recordVisit } from './visits';

saveTimeZone();
followOldAnchor();
showCurrentItem();
// Must come first: a form that asks a question is not being sent yet.
stepUpOnSubmit();
confirmInPlace();
// Must come before the rest, so that a second press is stopped before another handler sees it.
holdSecondSubmit();
guardUnsaved();
// Must come before the rows are made, because each row attaches its own picker.
setUpPickers();
showLineRows();
addRows();
followChoices();
showSaveBars();
keepDrafts();
copyOnPress();
pickColors();
drawPreview();
lookAgain();
openPaletteOnShortcut();
recordVisit();
filterChoices();
submitOnChange();
countChosen();
dragToReorder();
// For the preview of a tenant's look, which is a page for people.
offerToShowPasswords();
setUpPasskeys();

/** Follows an anchor of the former page of all settings, whose element has the link to its new place. */
function followOldAnchor(): void {
  const place = document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
  const link = place?.querySelector<HTMLAnchorElement>('a[data-leads]');
  if (link) window.location.replace(link.href);
}

/** Scrolls a navigation to its current item if the style sheet does not. */
function showCurrentItem(): void {
  if (CSS.supports('scroll-initial-target', 'nearest')) return;
  const current = document.querySelector('nav [aria-current]');
  const scroller = current?.closest('nav');
  if (!current || !scroller) return;
  const { top, height } = current.getBoundingClientRect();
  scroller.scrollTop += top + height / 2 - scroller.getBoundingClientRect().top - scroller.clientHeight / 2;
}
