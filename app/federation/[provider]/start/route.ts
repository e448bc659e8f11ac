import { handleFederationStart } from '#lib/login/federation/start';
import { nextRoute } from '#lib/next/next-route';

export const GET = nextRoute(handleFederationStart);
