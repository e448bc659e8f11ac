import { handleSetupSubmit } from '#lib/login/setup-password';
import { nextRoute } from '#lib/next/next-route';

export const POST = nextRoute(handleSetupSubmit);
