import { readEnrolPage } from '#lib/login/enrol/read';
import { interactionPage } from '#lib/next/interaction-page';
import { EnrolView } from '#views/login/enrol/view';

export const dynamic = 'force-dynamic';

export default interactionPage(
  (context, { one, ...asked }) => readEnrolPage(context, { ...asked, factor: one('factor'), setup: one('setup') }),
  (model, shell) => <EnrolView model={model} {...shell} />,
);
