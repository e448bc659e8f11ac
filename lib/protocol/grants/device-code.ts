import { z } from 'zod';
import type { Client } from '#lib/clients/client';
import { deviceGrantType, initialIntervalSeconds } from '#lib/clients/flows';
import type { Context } from '#lib/context';
import { hashHandle } from '#lib/crypto/hash';
import type { HandleHash } from '#lib/crypto/random';
import { countPoll, type DeviceRequest, findDeviceRequest } from '#lib/tokens/devices/device-store';
import { latestStart } from '#lib/vocabulary/time';
import { type ClientProof, spendProof } from '../dpop/spend-proof';
import { accessDenied, authorizationPending, expiredToken, invalidGrant, slowDown } from '../oauth-error';
import { isUnderLiveTenant } from '../release';
import { aimToken } from '../resource';
import { endStolenGrant } from './end-stolen-grant';
import {
  defineGrant,
  handleParameter,
  resourceParameter,
  type TokenRequest,
  type TokenResponse,
} from './grant-handler';
import { redeemForUser } from './issue-for-user';
import { protectIdToken, tokenResponse } from './token-response';

type DeviceCodeRequest = { device_code: string; resource?: string[] | undefined };

/** RFC 8628 §3.5: each poll that comes too early extends the interval by this much. */
const slowDownSeconds = 5;

/** A poll that was sent in time may still arrive early, if the previous one was delayed. */
const toleranceMs = 500;

/** RFC 8628 §3.4: the device polls until a person has answered. */
export const deviceCode = defineGrant({
  grantType: deviceGrantType,
  builtIn: true,
  schema: z.object({ device_code: handleParameter, resource: resourceParameter }),
  handle: poll,
});

async function poll(request: TokenRequest<DeviceCodeRequest>): Promise<TokenResponse> {
  const { parameters, client, proof, context } = request;
  const hash = hashHandle(parameters.device_code);
  // Nearly every poll finds that nobody has answered yet.
  if (isUnderLiveTenant(client, context.snapshot)) await refuseWaiting({ hash, clientId: client.clientId }, context);
  const device = await findOwnRequest(hash, client, context);
  if (device.redeemedAt !== null) throw await refuseRedeemed(device, device.redeemedAt, request);
  if (device.expiresAt <= context.now || device.createdAt > latestStart(context.now))
    throw expiredToken('device_code_expired');
  switch (device.status) {
    case 'denied':
      throw accessDenied('device_denied');
    case 'pending':
      // The request cannot be answered any more.
      throw invalidGrant('tenant_disabled');
    case 'approved':
      return redeem(device, { client, proof, resources: parameters.resource }, context);
    default:
      return device.status satisfies never;
  }
}

async function findOwnRequest(hash: HandleHash, client: Client, { db, now }: Context): Promise<DeviceRequest> {
  const device = await findDeviceRequest(db, hash, now);
  if (device === null) throw invalidGrant('device_code_invalid', { reason: 'unknown' });
  if (device.clientId !== client.clientId) {
    throw invalidGrant('device_code_invalid', { reason: 'issued to another client' });
  }
  return device;
}

/**
 * RFC 8628 §3.5: a device that polls too often gets slow_down instead of authorization_pending. Once there is an
 * answer, it gets it at any time.
 * @throws unless the request has an answer, or is none of the client's that waits
 */
async function refuseWaiting(device: Pick<DeviceRequest, 'hash' | 'clientId'>, { db, now }: Context): Promise<void> {
  const polled = await countPoll(db, device, { now, toleranceMs, slowDownSeconds });
  if (polled === 'in_time') throw authorizationPending('device_pending');
  if (polled === 'too_early') throw slowDown('polled_too_often');
}

async function redeem(
  device: DeviceRequest,
  { client, proof, resources }: { client: Client; proof: ClientProof; resources: string[] | undefined },
  context: Context,
): Promise<TokenResponse> {
  const { grant, hash } = device;
  if (grant === null) throw new Error(`device request ${hash} is approved without a grant`);
  const target = aimToken(grant, resources, client, context.snapshot);
  const protect = await protectIdToken(client, target.scope, context);
  const proven = await spendProof({ client, proof }, context);
  const used = { kind: 'device', hash, isSessionOpen: device.isSessionOpen } as const;
  const tokens = await redeemForUser(used, { ...proven, grant, ...target, refreshToken: 'first' }, context);
  // Another poll at the same moment was faster, and got the tokens for the device.
  if (tokens === null) throw invalidGrant('device_code_invalid', { reason: 'redeemed at the same time' });
  return tokenResponse(tokens, { client, nonce: null, stateHash: null, protect }, context);
}

/**
 * A poll that was already sent while another one was answered is not a replay. A later one is: either it comes from
 * another device, or the right device never got its tokens. So the grant ends. The stored interval says nothing here,
 * because anybody with the code can make it longer (decision 014).
 */
async function refuseRedeemed(
  { grant }: DeviceRequest,
  redeemedAt: Date,
  { http: { clientAddress }, context }: TokenRequest<DeviceCodeRequest>,
) {
  const isReplay = context.now.getTime() - redeemedAt.getTime() >= initialIntervalSeconds * 1000;
  if (!isReplay || grant === null || grant.revokedAt !== null) {
    return invalidGrant('device_code_invalid', { reason: 'already redeemed' });
  }
  await endStolenGrant({ type: 'device_code.replayed', grant, clientAddress }, context);
  return invalidGrant('device_code_invalid', { reason: 'already redeemed; its grant was revoked' });
}
