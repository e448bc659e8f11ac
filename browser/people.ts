/** The module of the pages for people. Every page works without it. */

import { autoCheck } from './auto-check';
import { attendPasskeys } from './passkeys/attend-passkeys';
import { holdSecondSubmit } from './pending-submit';
import { offerToShowPasswords } from './show-password';
import { switchLanguage } from './switch-language';
import { tellTimeZone } from './time-zone';

holdSecondSubmit();
offerToShowPasswords();
attendPasskeys();
autoCheck();
switchLanguage();
tellTimeZone();
