import { handleDemoSignOut } from '#lib/demo/sign-out-demo';
import { nextRoute } from '#lib/next/next-route';

export const POST = nextRoute(handleDemoSignOut);
