import { handleFederationCallback } from '#lib/login/federation/callback';
import { nextRoute } from '#lib/next/next-route';

export const GET = nextRoute(handleFederationCallback);
