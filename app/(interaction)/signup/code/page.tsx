import { readSignUpCodePage } from '#lib/login/sign-up/read';
import { interactionPage } from '#lib/next/interaction-page';
import { CodeView } from '#views/login/email-code/view';

export const dynamic = 'force-dynamic';

export default interactionPage(readSignUpCodePage, (model, shell) => <CodeView model={model} {...shell} />);
