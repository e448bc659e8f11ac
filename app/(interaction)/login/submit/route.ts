import { handleLoginSubmit } from '#lib/login/submit-login';
import { nextRoute } from '#lib/next/next-route';

export const POST = nextRoute(handleLoginSubmit);
