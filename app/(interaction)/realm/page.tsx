import { readRealmPage } from '#lib/login/realm/read';
import { interactionPage } from '#lib/next/interaction-page';
import { RealmView } from '#views/login/realm/view';

export const dynamic = 'force-dynamic';

export default interactionPage(
  (context, { one, ...asked }) => readRealmPage(context, { ...asked, search: one('search') }),
  (model, shell) => <RealmView model={model} {...shell} />,
);
