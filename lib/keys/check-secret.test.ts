import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { masterSecret } from '#lib/crypto/master-secret';
import { secretCheckValue } from '#lib/crypto/secret-check';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { checkSecret } from './check-secret';
import { ensureKeys } from './ensure-keys';
import { findSecretChecks } from './key-store';

const secret = masterSecret('a secret of at least thirty-two bytes');
const other = masterSecret('another secret of thirty-two bytes...');
const now = new Date('2027-01-01T00:00:00Z');
const wrongSecret = { code: 'wrong_secret', message: expect.stringMatching(/^SIGNET_SECRET does not belong .+/) };

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.close());

const loseCheckValue = () => database.db.installation.deleteMany({ where: { key: 'secret_check' } });

describe('checkSecret', () => {
  it('accepts the secret of the first start as the one of the database', async () => {
    await checkSecret(database.db, secret);
    expect(await findSecretChecks(database.db)).toEqual([secretCheckValue(secret.current)]);
    await expect(checkSecret(database.db, secret)).resolves.toBeUndefined();
  });

  it('refuses another secret and leaves the check value (security #141)', async () => {
    await checkSecret(database.db, secret);
    await expect(checkSecret(database.db, other)).rejects.toMatchObject(wrongSecret);
    expect(await findSecretChecks(database.db)).toEqual([secretCheckValue(secret.current)]);
  });

  it('accepts one secret when two first starts use different ones', async () => {
    const starts = await Promise.allSettled([checkSecret(database.db, secret), checkSecret(database.db, other)]);
    expect(starts.map((start) => start.status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('refuses another secret when the check value is lost but keys exist (security #141)', async () => {
    await ensureKeys(database.db, secret, ['ES256'], now);
    await loseCheckValue();
    await expect(checkSecret(database.db, other)).rejects.toMatchObject(wrongSecret);
    expect(await findSecretChecks(database.db)).toEqual([]);
  });

  it('restores a lost check value when every key opens with the secret', async () => {
    await ensureKeys(database.db, secret, ['ES256'], now);
    await loseCheckValue();
    await checkSecret(database.db, secret);
    expect(await findSecretChecks(database.db)).toEqual([secretCheckValue(secret.current)]);
  });

  it('checks the secret with expired keys too', async () => {
    await ensureKeys(database.db, secret, ['ES256'], now);
    await database.db.signingKey.updateMany({ data: { retiresAt: now, expiresAt: now } });
    await loseCheckValue();
    await expect(checkSecret(database.db, other)).rejects.toMatchObject(wrongSecret);
  });

  it('accepts a new secret with the former one, and requires both from then on', async () => {
    await checkSecret(database.db, secret);
    await checkSecret(database.db, masterSecret(secret.current, other.current));
    expect(await findSecretChecks(database.db)).toHaveLength(1);
    await checkSecret(database.db, masterSecret(other.current, secret.current));
    expect(await findSecretChecks(database.db)).toHaveLength(2);
    for (const alone of [secret, other]) {
      await expect(checkSecret(database.db, alone)).rejects.toMatchObject({
        code: 'wrong_secret',
        message: expect.stringMatching(/^SIGNET_SECRET_PREVIOUS lacks/),
      });
    }
  });
});
