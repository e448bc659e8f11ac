import { readOwnerPage } from '#lib/login/setup/owner';
import { interactionPage } from '#lib/next/interaction-page';
import { setStatus } from '#lib/next/set-status';
import { OwnerView } from '#views/login/setup/view';

export const dynamic = 'force-dynamic';

export default interactionPage(
  (context, { one }) => {
    const asked = { token: one('token'), username: one('username'), problem: one('problem'), done: one('done') };
    return readOwnerPage(context, asked);
  },
  (model, { host }) => {
    if (model.page === 'setup-owner-invalid') setStatus(410);
    return <OwnerView model={model} host={host} />;
  },
);
