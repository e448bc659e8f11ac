/** The module of the administration. Every page works without it. */

import { attendPasskeys } from './passkeys/attend-passkeys';
import { holdSecondSubmit } from './pending-submit';

holdSecondSubmit();
attendPasskeys();
