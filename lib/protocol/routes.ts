import { handleAuthorize } from './authorize';
import { handleDiscovery } from './discovery';
import { handleHealth } from './health';
import { handleJwks } from './jwks';
import { handleMetrics } from './metrics';
import type { Route } from './route';
import { handleToken } from './token';
import { handleUserinfo } from './userinfo';

const formBytes = 64 * 1024;

const read = { methods: ['GET', 'HEAD'], maxBodyBytes: 0, audience: 'program' } as const;
const form = { methods: ['POST'], maxBodyBytes: formBytes, audience: 'program' } as const;

/**
 * Every endpoint that runs outside Next's pages. The server dispatches from this table and `app/**` has a route file
 * for each row; a test holds the two together.
 */
export const routes: readonly Route[] = [
  { ...read, path: '/.well-known/openid-configuration', handler: handleDiscovery, cors: 'any' },
  { ...read, path: '/.well-known/oauth-authorization-server', handler: handleDiscovery, cors: 'any' },
  { ...read, path: '/.well-known/openid-configuration/jwks', handler: handleJwks, cors: 'any' },
  // Never CORS: it would let a page of any origin run a sign-in in the background (RFC 9700 §2.6).
  {
    path: '/connect/authorize',
    methods: ['GET', 'POST'],
    handler: handleAuthorize,
    maxBodyBytes: formBytes,
    audience: 'browser',
  },
  { ...form, path: '/connect/token', handler: handleToken, cors: 'registered' },
  { ...form, path: '/connect/userinfo', methods: ['GET', 'POST'], handler: handleUserinfo, cors: 'registered' },
  { ...read, path: '/health', handler: handleHealth },
  { ...read, path: '/metrics', handler: handleMetrics },
];

const routesByPath: ReadonlyMap<string, Route> = new Map(routes.map((route) => [route.path, route]));

/** @param path as it came, without query */
export function findRoute(path: string): Route | undefined {
  return routesByPath.get(path);
}
