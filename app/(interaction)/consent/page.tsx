import { readConsentPage } from '#lib/login/consent/read';
import { interactionPage } from '#lib/next/interaction-page';
import { ConsentView } from '#views/login/consent/view';

export const dynamic = 'force-dynamic';

export default interactionPage(readConsentPage, (model, shell) => <ConsentView model={model} {...shell} />);
