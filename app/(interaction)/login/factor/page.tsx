import { readFactorPage } from '#lib/login/second-factor/read';
import { interactionPage } from '#lib/next/interaction-page';
import { SecondFactorView } from '#views/login/second-factor/view';

export const dynamic = 'force-dynamic';

export default interactionPage(
  (context, { one, ...asked }) => readFactorPage(context, { ...asked, method: one('method') }),
  (model, shell) => <SecondFactorView model={model} {...shell} />,
);
