import { handleSignUpSubmit } from '#lib/login/submit-sign-up';
import { nextRoute } from '#lib/next/next-route';

export const POST = nextRoute(handleSignUpSubmit);
