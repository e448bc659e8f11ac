import { handleRealmSubmit } from '#lib/login/submit-realm';
import { nextRoute } from '#lib/next/next-route';

export const POST = nextRoute(handleRealmSubmit);
