import { RealmView } from '#components/interaction/realm-view';
import { readRealmPage } from '#lib/login/read-realm-page';
import { interactionPage } from '#lib/next/interaction-page';

export const dynamic = 'force-dynamic';

export default interactionPage(
  (context, { one, ...asked }) => readRealmPage(context, { ...asked, search: one('search') }),
  (model, shell) => <RealmView model={model} {...shell} />,
);
