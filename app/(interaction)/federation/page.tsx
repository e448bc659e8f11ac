import { CompleteView } from '#components/interaction/complete-view';
import { FederationFailureView } from '#components/interaction/federation-failure-view';
import { LinkView } from '#components/interaction/link-view';
import { readFederationPage } from '#lib/login/federation/read-page';
import { interactionPage } from '#lib/next/interaction-page';
import { setStatus } from '#lib/next/set-status';

export const dynamic = 'force-dynamic';

/** The page that people see after signing in at a provider if data is missing or something went wrong. */
export default interactionPage(readFederationPage, (model, shell) => {
  switch (model.page) {
    case 'link':
      return <LinkView model={model} {...shell} />;
    case 'complete':
      return <CompleteView model={model} {...shell} />;
    case 'federation-failure':
      setStatus(model.status);
      return <FederationFailureView model={model} {...shell} />;
    default:
      return model satisfies never;
  }
});
