import { SignUpView } from '#components/interaction/sign-up-view';
import { readSignUpPage } from '#lib/login/read-sign-up-page';
import { interactionPage } from '#lib/next/interaction-page';

export const dynamic = 'force-dynamic';

export default interactionPage(readSignUpPage, (model, shell) => <SignUpView model={model} {...shell} />);
