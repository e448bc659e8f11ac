import { LoggedOutView } from '#components/interaction/logged-out-view';
import { LogoutView } from '#components/interaction/logout-view';
import { readLogoutPage } from '#lib/login/read-logout-page';
import { interactionPage } from '#lib/next/interaction-page';

export const dynamic = 'force-dynamic';

/**
 * Asks signed-in people before signing them out. After the form, and for everybody else, it says that they are signed
 * out.
 */
export default interactionPage(
  (context, { cookieHeader, one }) =>
    readLogoutPage(context, { cookieHeader, request: one('request'), problem: one('problem') }),
  (model, shell) =>
    model.accounts.length === 0 ? <LoggedOutView {...shell} /> : <LogoutView model={model} {...shell} />,
);
