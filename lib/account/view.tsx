import { activityPages } from './activity/view';
import { approvalPages } from './approvals/view';
import { appPages } from './apps/view';
import { deletionPages } from './deletion/view';
import { devicePages } from './devices/view';
import { emailPages } from './email/view';
import { exportPages } from './export/view';
import { factorPages } from './factors/view';
import { homePages } from './home/view';
import type { AccountPage } from './kit/view';
import { passkeyPages } from './passkeys/view';
import { profilePages } from './profile/view';
import { securityPages } from './security/view';
import { twoStepPages } from './two-step/view';

/** Every page of the account. */
export const accountPages: readonly AccountPage[] = [
  ...[homePages, profilePages, emailPages, exportPages, deletionPages].flat(),
  ...[securityPages, activityPages, factorPages, passkeyPages, twoStepPages].flat(),
  ...[devicePages, appPages, approvalPages].flat(),
];
