import { readFederationPage } from '#lib/login/federation/read';
import { interactionPage } from '#lib/next/interaction-page';
import { setStatus } from '#lib/next/set-status';
import { CompleteView, FederationFailureView, LinkView } from '#views/login/federation/view';

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
