import { readResetPage } from '#lib/account/recovery/read-reset-page';
import { interactionPage } from '#lib/next/interaction-page';
import { setStatus } from '#lib/next/set-status';
import { ResetView } from '#views/account/recovery/view';

export const dynamic = 'force-dynamic';

export default interactionPage(
  (context, { one }) => {
    const asked = { token: one('token'), problem: one('problem'), method: one('method') };
    return readResetPage(context, { ...asked, done: one('done') === '1' });
  },
  (model, shell) => {
    if (model.page === 'recover-invalid') setStatus(410);
    return <ResetView model={model} {...shell} />;
  },
);
