import { readSignUpPage } from '#lib/login/sign-up/read';
import { interactionPage } from '#lib/next/interaction-page';
import { SignUpView } from '#views/login/sign-up/view';

export const dynamic = 'force-dynamic';

export default interactionPage(readSignUpPage, (model, shell) => <SignUpView model={model} {...shell} />);
