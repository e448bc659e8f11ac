import { handlePortalStart } from '#lib/login/portal/start-portal';
import { nextRoute } from '#lib/next/next-route';

export const GET = nextRoute(handlePortalStart);
