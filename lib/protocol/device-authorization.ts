import type { Client } from '#lib/clients/client';
import { hashHandle } from '#lib/crypto/hash';
import { createHandle, type Handle } from '#lib/crypto/random';
import { json } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { createDeviceRequest } from '#lib/tokens/devices/store';
import { createUserCode, formatUserCode, hashUserCode } from '#lib/tokens/devices/user-code';
import { authenticateClient } from './client-authentication';
import type { Context } from './context';
import { endpoint, type ReportDraft } from './endpoint';
import { deviceGrantType } from './grants/device-grant-type';
import { limitRequests } from './limit-requests';
import { invalidRequest, unauthorizedClient } from './oauth-error';
import { readForm } from './read-form';
import { findAllowedScope, parseScope, requestedScope } from './scope';

/** Seconds a device waits between two polls, until it is told to slow down (RFC 8628 §3.2). */
const initialIntervalSeconds = 5;

/** An address may hold many devices. */
const requestLimit = {
  rule: 'device_requests_spent',
  name: 'device-request',
  perAddress: 100,
  windowSeconds: 300,
} as const;

/** Lengths of semantics §2.10, in characters. */
const maximum = { scope: 300, loginHint: 100, uiLocales: 100, acrValues: 300 };

/** How often a user code may be one that is in use: with 34 bits the second try is luck already. */
const codeAttempts = 5;

/** The device authorization endpoint (RFC 8628 §3.1). */
export const handleDeviceAuthorization = endpoint(authorizeDevice);

async function authorizeDevice(request: HttpRequest, context: Context, report: ReportDraft): Promise<HttpResponse> {
  const parameters = readForm(request);
  const client = await authenticateClient(request, parameters, context);
  report.clientId = client.clientId;
  if (!client.grantTypes.has(deviceGrantType)) throw unauthorizedClient('device_grant_not_allowed');
  const asked = readRequest(parameters.values, client, context);
  await limitRequests(requestLimit, request.clientAddress, context);
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

type Asked = {
  readonly scope: readonly string[];
  readonly loginHint: string | null;
  readonly uiLocales: string | null;
  readonly acrValues: string | null;
};

function readRequest(values: ReadonlyMap<string, string>, client: Client, context: Context): Asked {
  const uiLocales = values.get('ui_locales') ?? null;
  return {
    scope: readScope(limited(values, 'scope', maximum.scope) ?? undefined, client, context),
    loginHint: limited(values, 'login_hint', maximum.loginHint),
    // No error for locales (OpenID Connect Core §3.1.2.1).
    uiLocales: uiLocales !== null && uiLocales.length > maximum.uiLocales ? null : uiLocales,
    acrValues: limited(values, 'acr_values', maximum.acrValues),
  };
}

/** Interface §4.4: all explicitly allowed scopes when none is asked for. Identity scopes need openid. */
function readScope(asked: string | undefined, client: Client, { snapshot }: Context): string[] {
  const hasOpenid =
    asked === undefined ? findAllowedScope(snapshot, client, 'openid') !== null : parseScope(asked).includes('openid');
  return requestedScope(snapshot, client, asked, (_, scope) => scope?.type !== 'identity' || hasOpenid);
}

function limited(values: ReadonlyMap<string, string>, name: string, length: number): string | null {
  const value = values.get(name) ?? null;
  if (value !== null && value.length > length) throw invalidRequest('parameter_too_long', { name });
  return value;
}

/** A user code is unique among those the database still holds; the unique constraint decides. */
async function storeRequest(
  asked: Asked,
  client: Client,
  clientAddress: string,
  { db, now }: Context,
): Promise<{ deviceCode: Handle; userCode: string }> {
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
    if (await createDeviceRequest(db, { ...request, codeHash: hashUserCode(code, null) })) {
      return { deviceCode, userCode: formatUserCode(code) };
    }
  }
  throw new Error('no free user code was found');
}
