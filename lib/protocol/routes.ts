import { defaultLimits } from '#lib/http/limits';
import { handleAuthorize } from './authorize';
import { authorizeUrlBytes } from './authorize/rebuild-request';
import { handleCheckSession } from './check-session';
import { handleDeviceAuthorization } from './device-authorization';
import { discoveryDocument } from './discovery';
import { handleEndSession } from './end-session';
import { answerAlive, handleHealth } from './health';
import { handleIntrospection } from './introspection';
import { jwksDocument } from './jwks';
import { handleLoggedOut } from './logged-out';
import { handleMetrics } from './metrics';
import { adminApiMetadata, metadataPath, protectedResources, userinfoMetadata } from './protected-resources';
import { handlePushedAuthorization } from './pushed-authorization';
import { handleRegistration } from './registration';
import { handleRevocation } from './revocation';
import type { Route } from './route';
import { handleSecurityTxt } from './security-txt';
import { handleToken } from './token';
import { handleUserinfo } from './userinfo';

/** The maximum size of a form, and of the JSON of a registration. */
const formBytes = 64 * 1024;

const read = { methods: ['GET', 'HEAD'], maxBodyBytes: 0, audience: 'program' } as const;
/** Balancers check with OPTIONS too, and take the answer for that of GET. */
const check = { ...read, methods: ['GET', 'HEAD', 'OPTIONS'] } as const;
const form = { methods: ['POST'], maxBodyBytes: formBytes, audience: 'program' } as const;

/** The endpoints of the protocol, and those for machines. */
export const protocolRoutes: readonly Route[] = [
  { ...read, path: '/.well-known/openid-configuration', ...discoveryDocument, cors: 'any' },
  { ...read, path: '/.well-known/oauth-authorization-server', ...discoveryDocument, cors: 'any' },
  { ...read, path: '/.well-known/openid-configuration/jwks', ...jwksDocument, cors: 'any' },
  { ...read, path: metadataPath(protectedResources.userinfo), ...userinfoMetadata, cors: 'any' },
  { ...read, path: metadataPath(protectedResources.admin), ...adminApiMetadata, cors: 'any' },
  // Never CORS, because a page of any origin could then run a sign-in in the background (RFC 9700 §2.6).
  {
    path: '/connect/authorize',
    methods: ['GET', 'POST'],
    handler: handleAuthorize,
    maxBodyBytes: formBytes,
    maxUrlBytes: authorizeUrlBytes,
    audience: 'browser',
  },
  { ...form, path: '/connect/par', handler: handlePushedAuthorization, cors: 'registered' },
  { ...form, path: '/connect/token', handler: handleToken, cors: 'registered' },
  { ...form, path: '/connect/deviceauthorization', handler: handleDeviceAuthorization },
  { ...form, path: '/connect/userinfo', methods: ['GET', 'POST'], handler: handleUserinfo, cors: 'registered' },
  { ...form, path: '/connect/introspect', handler: handleIntrospection },
  { ...form, path: '/connect/revocation', handler: handleRevocation, cors: 'registered' },
  {
    ...form,
    path: '/connect/register',
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    handler: handleRegistration,
    cors: 'open_registration',
  },
  {
    path: '/connect/endsession',
    methods: ['GET', 'POST'],
    handler: handleEndSession,
    maxBodyBytes: formBytes,
    // As long as a request may be at all, so that no hint ends here (414).
    maxUrlBytes: defaultLimits.headerBytes,
    audience: 'browser',
  },
  { ...read, path: '/connect/endsession/callback', handler: handleLoggedOut, audience: 'browser' },
  { ...read, path: '/connect/checksession', handler: handleCheckSession, audience: 'browser' },
  { ...check, path: '/health', handler: handleHealth },
  { ...check, path: '/health/live', handler: async () => answerAlive(), withoutContext: answerAlive },
  { ...read, path: '/.well-known/security.txt', handler: handleSecurityTxt },
  { ...read, path: '/metrics', handler: handleMetrics },
];
