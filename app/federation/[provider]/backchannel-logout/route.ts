import { backChannelLogout } from '#lib/federation/endpoints';
import { endpointRoute } from '#lib/next/protocol-route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpointRoute(backChannelLogout);
