import { importJWK, jwtVerify } from 'jose';
import { expect, it } from 'vitest';
import { signingAlgs } from './algorithms';
import { generateKey } from './generate-key';
import { signJwt } from './sign-jwt';

const now = new Date('2027-01-01T00:00:00Z');

const payload = {
  iss: 'https://op.test',
  sub: 'a sub',
  aud: ['one', 'two'],
  iat: 1798761600,
  exp: 1798765200,
  name: 'Zoë 🔑',
  nested: { list: [1, null, true] },
  missing: undefined,
};

it.each(signingAlgs)('signs with %s what jose verifies', async (alg) => {
  const key = await generateKey(alg, now);
  for (const typ of ['JWT', 'at+jwt', 'logout+jwt'] as const) {
    // Repeated, because an ECDSA signature has a leading zero only occasionally.
    for (let round = 0; round < (alg === 'ES256' ? 100 : alg.startsWith('ES') ? 20 : 3); round += 1) {
      const token = signJwt(key, typ, { ...payload, round });
      const publicKey = await importJWK({ ...key.publicJwk }, alg);
      const verified = await jwtVerify(token, publicKey, { algorithms: [alg], typ, currentDate: now });
      expect(verified.protectedHeader).toEqual({ alg, kid: key.kid, typ });
      const { missing: _, ...present } = payload;
      expect(verified.payload).toEqual({ ...present, round });
    }
  }
});
