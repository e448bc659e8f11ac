import { LoggedOutView } from '#components/interaction/logged-out-view';
import { readLogoutPage } from '#lib/login/logout/read';
import { interactionPage } from '#lib/next/interaction-page';
import { LogoutView } from '#views/login/logout/view';

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
