import { handleDeviceReset } from '#lib/demo/device/reset-device';
import { nextRoute } from '#lib/next/next-route';

export const POST = nextRoute(handleDeviceReset);
