import { accountArea } from '#lib/next/account-page';
import { accountPages } from '#views/account/view';

export const dynamic = 'force-dynamic';

export default accountArea(accountPages);
