import { handleDemoRefresh } from '#lib/demo/refresh-demo';
import { nextRoute } from '#lib/next/next-route';

export const POST = nextRoute(handleDemoRefresh);
