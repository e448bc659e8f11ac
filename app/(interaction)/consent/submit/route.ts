import { handleConsentSubmit } from '#lib/login/submit-consent';
import { nextRoute } from '#lib/next/next-route';

export const POST = nextRoute(handleConsentSubmit);
