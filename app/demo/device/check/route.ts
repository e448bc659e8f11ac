import { handleDeviceCheck } from '#lib/demo/device/check-device';
import { nextRoute } from '#lib/next/next-route';

export const POST = nextRoute(handleDeviceCheck);
