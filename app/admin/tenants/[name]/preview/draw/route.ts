import { handleTenantPreview } from '#lib/admin/tenants/draw-preview';
import { nextRoute } from '#lib/next/next-route';

export const POST = nextRoute(handleTenantPreview);
