/** The module of the pages for people. Every page works without it. */

import { copyOnPress } from './copy';
import { noticeOtherTabs } from './other-tabs';
import { setUpPasskeys } from './passkeys/set-up-passkeys';
import { holdSecondSubmit } from './pending-submit';
import { offerToShowPasswords } from './show-password';
import { switchLanguage } from './switch-language';
import { saveTimeZone } from './time-zone';

holdSecondSubmit();
offerToShowPasswords();
setUpPasskeys();
autoCheck();
switchLanguage();
copyOnPress();
noticeOtherTabs();
saveTimeZone();
forgetAnswer();

/** Presses the button of a form with `data-auto-check` after that many seconds, like a device that polls. */
function autoCheck(): void {
  for (const anchor of document.querySelectorAll<HTMLElement>('[data-auto-check]')) {
    window.setTimeout(() => anchor.closest('form')?.requestSubmit(), Number(anchor.dataset.autoCheck) * 1000);
  }
}

/** Takes the message of the last form out of the address, so that a reload does not repeat it. */
function forgetAnswer(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has('answer')) return;
  address.searchParams.delete('answer');
  history.replaceState(null, '', address);
}
