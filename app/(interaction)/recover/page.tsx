import { readRecoverPage } from '#lib/account/recovery/read-recover-page';
import { interactionPage } from '#lib/next/interaction-page';
import { RecoverView } from '#views/account/recovery/view';

export const dynamic = 'force-dynamic';

export default interactionPage(
  (context, { one, ...asked }) =>
    readRecoverPage(context, { ...asked, sent: one('sent') === '1', problem: one('problem') }),
  (model, shell) => <RecoverView model={model} {...shell} />,
);
