import type { Route } from '#lib/protocol/route';
import { findRoute } from '#lib/protocol/routes';
import { handleBackChannelLogout } from './back-channel-logout';

/** One address for each provider, so it is no row of the table, whose paths are matched whole. */
export const backChannelLogout: Route = {
  path: '/federation/[provider]/backchannel-logout',
  methods: ['POST'],
  handler: handleBackChannelLogout,
  maxBodyBytes: 64 * 1024,
  audience: 'program',
};

const itsAddress = /^\/federation\/[A-Za-z0-9._-]+\/backchannel-logout$/;

/**
 * The endpoint that answers a path: a row of the table, or that of an upstream provider.
 * @param path as it came, without query
 */
export function findEndpoint(path: string): Route | undefined {
  return itsAddress.test(path) ? backChannelLogout : findRoute(path);
}
