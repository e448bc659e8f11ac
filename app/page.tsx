import { StartView } from '#components/interaction/start-view';
import { readStartPage } from '#lib/account/read-start-page';
import { interactionPage } from '#lib/next/interaction-page';

export const dynamic = 'force-dynamic';

export default interactionPage(
  (context, { cookieHeader }) => readStartPage(context, cookieHeader),
  (model, shell) => <StartView model={model} {...shell} />,
);
