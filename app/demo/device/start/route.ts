import { handleDeviceStart } from '#lib/demo/device/start-device';
import { nextRoute } from '#lib/next/next-route';

export const POST = nextRoute(handleDeviceStart);
