/** The module of the administration. Every page works without it. */

import { showCurrentItem } from './navigation';
import { attendPasskeys } from './passkeys/attend-passkeys';
import { holdSecondSubmit } from './pending-submit';
import { tellTimeZone } from './time-zone';

tellTimeZone();
showCurrentItem();
holdSecondSubmit();
attendPasskeys();
