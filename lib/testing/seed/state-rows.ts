import type { Row } from './bulk-insert';
import { seedClientId } from './client-rows';
import { createDice } from './dice';
import { dayMs, type SeedSizes } from './sizes';
import { seedSub } from './user-rows';

/** The rows that signing in creates, for one and a half applications per person, by table. */
export function* stateRows({ users, clients }: SeedSizes, now: Date): Generator<Readonly<Record<string, Row[]>>> {
  const dice = createDice(4);
  const at = (daysAgo: number, daysAhead: number) => ({
    createdAt: new Date(now.getTime() - daysAgo * dayMs),
    expiresAt: new Date(now.getTime() + daysAhead * dayMs),
  });
  for (let index = 0; index < users * 1.5; index += 1) {
    const sub = seedSub(index % users);
    const clientId = seedClientId(dice.lean(clients));
    const times = at(dice.roll(25) + 1, dice.roll(25) + 1);
    const [id, sid] = [`seed-grant-${index}`, `seed-session-${index}`];
    const hasSession = index % 3 === 0;
    const isReference = index % 4 === 0;
    const scope = 'openid profile offline_access';
    yield {
      Browser: hasSession ? [{ id: sid, handleHash: sid, currentSid: sid, ...times }] : [],
      Session: hasSession ? [session({ sid, sub, ...times })] : [],
      SessionClient: hasSession ? [{ sid, clientId, createdAt: times.createdAt }] : [],
      Grant: [grant({ id, sub, clientId, sid: hasSession ? sid : null, scope, ...times }, index % 10 === 9)],
      AuthorizationCode: [code({ grantId: id, clientId, ...times })],
      RefreshToken: [{ hash: id, grantId: id, ...times, absoluteExpiresAt: null, consumedAt: null, graceUses: 0 }],
      AccessToken: isReference ? [accessToken({ grantId: id, sub, clientId, scope, ...times })] : [],
      Consent: index < users && index % 2 === 0 ? [{ sub, clientId, scope, ...times, expiresAt: null }] : [],
    };
  }
}

type Times = { readonly createdAt: Date; readonly expiresAt: Date };
const login = { amr: '["pwd"]', idp: 'local', acr: null };

function session({ createdAt, ...row }: Times & Readonly<Record<string, string | Date>>): Row {
  const times = { authTime: createdAt, createdAt, lastSeenAt: createdAt, endedAt: null };
  const proofs = JSON.stringify([{ factor: 'password', at: createdAt }]);
  return { ...row, browserId: String(row.sid), idp: 'local', proofs, ...times, remember: true };
}

function grant(row: Row & Times, isRevoked: boolean): Row {
  const { createdAt } = row;
  const revoked = isRevoked ? { revokedAt: createdAt, revokedReason: 'withdrawn' } : null;
  return {
    ...row,
    ...login,
    authTime: createdAt,
    claims: null,
    resources: null,
    revokedAt: revoked?.revokedAt ?? null,
    revokedReason: revoked?.revokedReason ?? null,
  };
}

function code({ grantId, clientId, createdAt }: Times & { readonly grantId: string; readonly clientId: string }): Row {
  return {
    hash: grantId,
    grantId,
    redirectUri: `https://web.${clientId}.example/callback`,
    codeChallenge: null,
    codeChallengeMethod: null,
    nonce: null,
    stateHash: null,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 60_000),
    redeemedAt: createdAt,
  };
}

function accessToken({ createdAt, ...row }: Times & Readonly<Record<string, string | Date>>): Row {
  const hash = String(row.grantId);
  const nothing = { sid: null, revokedAt: null, audience: '[]', claims: '{}' };
  return { ...row, ...nothing, hash, jti: hash, issuedAt: createdAt };
}
