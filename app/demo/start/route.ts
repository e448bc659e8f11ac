import { handleDemoStart } from '#lib/demo/start-demo';
import { nextRoute } from '#lib/next/next-route';

export const GET = nextRoute(handleDemoStart);
