import { ConsentView } from '#components/interaction/consent-view';
import { readConsentPage } from '#lib/login/read-consent-page';
import { interactionPage } from '#lib/next/interaction-page';

export const dynamic = 'force-dynamic';

export default interactionPage(readConsentPage, (model, shell) => <ConsentView model={model} {...shell} />);
