import { CodeView } from '#components/interaction/code-view';
import { readSignUpCodePage } from '#lib/login/sign-up/read-sign-up-code-page';
import { interactionPage } from '#lib/next/interaction-page';

export const dynamic = 'force-dynamic';

export default interactionPage(readSignUpCodePage, (model, shell) => <CodeView model={model} {...shell} />);
