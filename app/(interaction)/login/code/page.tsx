import { readSignInCodePage } from '#lib/login/email-code/read';
import { interactionPage } from '#lib/next/interaction-page';
import { CodeView } from '#views/login/email-code/view';

export const dynamic = 'force-dynamic';

export default interactionPage(readSignInCodePage, (model, shell) => <CodeView model={model} {...shell} />);
