/** The module of the pages for people. Every page works without it. */

import { autoCheck } from './auto-check';
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
saveTimeZone();
