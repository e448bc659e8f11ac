import type { Client } from '#lib/clients/client';
import { deviceGrantType, initialIntervalSeconds } from '#lib/clients/flows';
import type { Context } from '#lib/context';
import { hashHandle } from '#lib/crypto/hash';
import { createHandle, type Handle } from '#lib/crypto/random';
import { json } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import type { AuthorizationRequest } from '#lib/interactions/authorization-request';
import { storeDeviceRequest } from '#lib/tokens/devices/device-store';
import { createUserCode, formatUserCode, hashUserCode } from '#lib/tokens/devices/user-code';
import { authenticateClient } from './client-authentication';
import { endpoint, type ReportDraft } from './endpoint';
import { storeLimited } from './limit-requests';
import { unauthorizedClient } from './oauth-error';
import { readHint } from './parameters';
import { readForm } from './read-form';
import { isUnderLiveTenant } from './release';
import { findAllowedScope, parseScope, requestedScope, writableScope } from './scope';

/** Many devices may share one address. */
const requestLimit = {
  rule: 'device_requests_spent',
  name: 'device-request',
  perAddress: 100,
  windowSeconds: 300,
} as const;

/** How many user codes are tried until one is free. With 34 bits, even a second attempt is very unlikely. */
const codeAttempts = 5;

/** The device authorization endpoint (RFC 8628 §3.1). */
export const handleDeviceAuthorization = endpoint(authorizeDevice);

async function authorizeDevice(request: HttpRequest, context: Context, report: ReportDraft): Promise<HttpResponse> {
  const parameters = readForm(request);
  const client = await authenticateClient(request, parameters, context);
  report.clientId = client.clientId;
  if (!client.grantTypes.has(deviceGrantType)) throw unauthorizedClient('device_grant_not_allowed');
  if (!isUnderLiveTenant(client, context.snapshot)) throw unauthorizedClient('client_tenant_disabled');
  const asked = readRequest(parameters.values, client, context);
  const codes = await storeRequest(asked, client, request.clientAddress, context);
  const verificationUri = `${context.settings.issuer}/device`;
  const body = {
    device_code: codes.deviceCode,
    user_code: codes.userCode,
    verification_uri: verificationUri,
    verification_uri_complete: `${verificationUri}?user_code=${codes.userCode}`,
    expires_in: client.deviceCodeLifetimeSeconds,
    interval: initialIntervalSeconds,
  };
  return { ...json(200, body), report: { outcome: 'issued' } };
}

type Asked = Pick<AuthorizationRequest, 'scope' | 'loginHint' | 'uiLocales' | 'acrValues'>;

function readRequest(values: ReadonlyMap<string, string>, client: Client, context: Context): Asked {
  return {
    scope: readScope(values.get('scope'), client, context),
    loginHint: readHint(values, 'login_hint'),
    uiLocales: readHint(values, 'ui_locales'),
    acrValues: readHint(values, 'acr_values'),
  };
}

/** Interface §4.4: without a requested scope, all explicitly allowed scopes. Identity scopes need openid. */
function readScope(asked: string | undefined, client: Client, { snapshot }: Context): string[] {
  const hasOpenid =
    asked === undefined
      ? findAllowedScope(snapshot, client, 'openid') !== null
      : parseScope(asked, () => writableScope(snapshot, client)).includes('openid');
  return requestedScope(snapshot, client, asked, (_, scope) => scope?.type !== 'identity' || hasOpenid);
}

/** A user code is unique among the codes in the database. The unique constraint ensures that. */
async function storeRequest(
  asked: Asked,
  client: Client,
  clientAddress: string,
  context: Context,
): Promise<{ deviceCode: Handle; userCode: string }> {
  const { now } = context;
  const deviceCode = createHandle();
  const request = {
    ...asked,
    clientId: client.clientId,
    clientAddress,
    hash: hashHandle(deviceCode),
    intervalSeconds: initialIntervalSeconds,
    createdAt: now,
    expiresAt: new Date(now.getTime() + client.deviceCodeLifetimeSeconds * 1000),
  };
  for (let attempt = 0; attempt < codeAttempts; attempt += 1) {
    const code = createUserCode(client.userCode);
    const steps = [storeDeviceRequest({ ...request, codeHash: hashUserCode(code, null) })];
    const refusal = await storeLimited(requestLimit, clientAddress, { steps }, context);
    if (refusal === null) return { deviceCode, userCode: formatUserCode(code) };
  }
  throw new Error('no free user code was found');
}
