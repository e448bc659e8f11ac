import { readStartPage } from '#lib/account/start/read';
import { interactionPage } from '#lib/next/interaction-page';
import { StartView } from '#views/account/start/view';

export const dynamic = 'force-dynamic';

export default interactionPage(
  (context, { cookieHeader }) => readStartPage(context, cookieHeader),
  (model, shell) => <StartView model={model} {...shell} />,
);
