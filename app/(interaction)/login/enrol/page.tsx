import { EnrolView } from '#components/interaction/enrol-view';
import { readEnrolPage } from '#lib/login/read-enrol-page';
import { interactionPage } from '#lib/next/interaction-page';

export const dynamic = 'force-dynamic';

export default interactionPage(
  (context, { one, ...asked }) => readEnrolPage(context, { ...asked, factor: one('factor'), setup: one('setup') }),
  (model, shell) => <EnrolView model={model} {...shell} />,
);
