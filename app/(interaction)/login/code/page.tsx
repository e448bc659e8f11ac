import { CodeView } from '#components/interaction/code-view';
import { readSignInCodePage } from '#lib/login/email-code/read-sign-in-code-page';
import { interactionPage } from '#lib/next/interaction-page';

export const dynamic = 'force-dynamic';

export default interactionPage(readSignInCodePage, (model, shell) => <CodeView model={model} {...shell} />);
