import { handleFederationSubmit } from '#lib/login/federation/submit';
import { nextRoute } from '#lib/next/next-route';

export const POST = nextRoute(handleFederationSubmit);
