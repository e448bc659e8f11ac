import { routeHandlers } from '#lib/next/route-handlers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers('/demo/back-channel');
