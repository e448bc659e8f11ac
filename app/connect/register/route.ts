import { protocolRoute } from '#lib/next/protocol-route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = protocolRoute('/connect/register');
