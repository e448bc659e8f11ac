import { handleOwnerSubmit } from '#lib/login/setup-owner';
import { nextRoute } from '#lib/next/next-route';

export const POST = nextRoute(handleOwnerSubmit);
