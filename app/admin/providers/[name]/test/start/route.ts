import { handleProviderTest } from '#lib/admin/providers/test-provider';
import { nextRoute } from '#lib/next/next-route';

export const POST = nextRoute(handleProviderTest);
