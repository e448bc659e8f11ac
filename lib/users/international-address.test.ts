import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isTrustedDomain } from '#lib/clients/documents/domains';
import { applyConfiguration } from '#lib/config/apply';
import { byCommandLine } from '#lib/config/authorship';
import { exportConfiguration } from '#lib/config/export';
import { parseConfiguration } from '#lib/config/file';
import { planConfiguration } from '#lib/config/plan';
import { masterSecret } from '#lib/crypto/master-secret';
import { providerOfDomain } from '#lib/interactions/choose-sign-in';
import { loadSnapshot } from '#lib/snapshot/load-snapshot';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { canonicalEmail } from '#lib/vocabulary/email';
import { parseIdentifier } from './identifier';
import { findUserByIdentifier } from './user-store';

const now = new Date('2030-01-01T00:00:00Z');
const secret = masterSecret('a secret of at least thirty-two bytes');
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** A letter that only an international domain has, different in each run. */
const letter = String.fromCodePoint(0x3b1 + randomInt(16));
const unicode = `m${letter}nchen.example`;
const { hostname: ascii } = new URL(`https://${unicode}`);
const [typed, sent] = [`Zoe@${unicode}`, `zoe@${ascii}`];

describe('the two spellings of an international domain (UTS 46)', () => {
  it('are one address', () => {
    expect(ascii).toMatch(/^xn--/);
    for (const email of [typed, sent, typed.toUpperCase()]) expect(canonicalEmail(email)).toBe(sent);
  });

  it.each([
    ['the people type', typed, sent],
    ['a browser sends', sent, typed],
  ])('name one account, whichever %s', async (_, stored, other) => {
    const provider = {
      name: 'corp',
      type: 'oidc',
      display_name: 'Corp',
      issuer: 'https://corp.example',
      client_id: 'x',
      domains: [unicode],
    };
    const entries = {
      portal: { agents: { trusted_domains: [`${unicode}:8443`] } },
      users: [{ username: stored, claims: { email: stored, email_verified: true } }],
      identity_providers: [{ ...provider, client_secret: 'secret-of-corp' }],
    };
    const file = parseConfiguration(JSON.stringify(entries));
    await applyConfiguration(database, file, { prune: true, now, secret, by: byCommandLine });
    const kinds = [['username'], ['email'], ['username', 'email']] as const;
    for (const kind of kinds) {
      for (const spelling of [stored, other]) {
        const found = await findUserByIdentifier(database.db, parseIdentifier(spelling, kind));
        expect(found?.username, `${spelling} as ${kind}`).toBe(stored);
        expect(found?.claims.email, 'as it is stored').toBe(stored);
      }
    }
    const { providers, portal } = await loadSnapshot(database.db, secret, now);
    for (const spelling of [typed, sent, unicode, ascii]) {
      expect(providerOfDomain(spelling, [...providers.values()])?.name).toBe('corp');
    }
    expect(isTrustedDomain(`https://${unicode}:8443/client`, portal)).toBe(true);
  });

  it('are exported in Unicode, and an export changes nothing', async () => {
    const exported = await exportConfiguration(database.db);
    expect(exported).toContain(`- ${unicode}`);
    expect(exported).toContain(`${unicode}:8443`);
    expect(exported).not.toContain(`- ${ascii}`);
    const plan = await planConfiguration(database.db, parseConfiguration(exported), { prune: true, secret });
    expect(plan.changes).toEqual([]);
  });
});
