import { handleDemoCallback } from '#lib/demo/demo-callback';
import { nextRoute } from '#lib/next/next-route';

export const GET = nextRoute(handleDemoCallback);
export const POST = GET;
