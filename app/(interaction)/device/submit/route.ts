import { handleDeviceSubmit } from '#lib/login/submit-device';
import { nextRoute } from '#lib/next/next-route';

export const POST = nextRoute(handleDeviceSubmit);
