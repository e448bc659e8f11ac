import { handleLogoutSubmit } from '#lib/login/submit-logout';
import { nextRoute } from '#lib/next/next-route';

export const POST = nextRoute(handleLogoutSubmit);
