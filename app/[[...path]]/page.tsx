import { openArea } from '#lib/next/open-area';
import { mailedLinkPages } from '#views/account/email/view';
import { recoveryPages } from '#views/account/recovery/view';
import { startPage } from '#views/account/start/view';
import { loginPages } from '#views/login/view';

export const dynamic = 'force-dynamic';

export default openArea([startPage, ...loginPages, ...recoveryPages, ...mailedLinkPages]);
