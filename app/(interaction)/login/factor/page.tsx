import { SecondFactorView } from '#components/interaction/second-factor-view';
import { readFactorPage } from '#lib/login/read-factor-page';
import { interactionPage } from '#lib/next/interaction-page';

export const dynamic = 'force-dynamic';

export default interactionPage(
  (context, { one, ...asked }) => readFactorPage(context, { ...asked, method: one('method') }),
  (model, shell) => <SecondFactorView model={model} {...shell} />,
);
