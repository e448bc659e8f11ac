import { readVerifyPage } from '#lib/account/email/link-pages';
import { interactionPage } from '#lib/next/interaction-page';
import { setStatus } from '#lib/next/set-status';
import { MailedLinkView } from '#views/account/email/view';

export const dynamic = 'force-dynamic';

export default interactionPage(
  (context, { one }) => readVerifyPage(context, { token: one('token'), done: one('done') }),
  (model, shell) => {
    if (model.page === 'verify-invalid') setStatus(410);
    return <MailedLinkView model={model} {...shell} />;
  },
);
