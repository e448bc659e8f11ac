import { handleAdminApi } from '#lib/admin/api/handle-admin-api';
import { apiRoute } from '#lib/next/route-handlers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute(handleAdminApi);
