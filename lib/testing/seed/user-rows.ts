import { storedCanonicalUsername } from '#lib/users/canonical-username';
import { userWords } from '#lib/users/user-word-store';
import { addressColumns } from '#lib/vocabulary/email';
import { searchKey } from '#lib/vocabulary/search-key';
import type { Row } from './bulk-insert';
import { createDice } from './dice';
import { dayMs, seedDays } from './sizes';

const givenNames = ['Anna', 'Ben', 'Chiara', 'Dmitri', 'Elif', 'Finn', 'Grace', 'Hugo', 'Inês', 'Jürgen', 'Kaoru'];
const familyNames = ['Adler', 'Berg', 'Costa', 'Duval', 'Eriksen', 'Fischer', 'García', 'Haddad', 'Ito', 'Jansen'];

/** The sub of a seeded person. */
export function seedSub(index: number): string {
  return `seed-user-${String(index).padStart(7, '0')}`;
}

/** People without a password. Some are disabled, some never signed in, and a few are administrators. */
export function* userRows(count: number, now: Date, accessOf: (index: number) => string = () => ''): Generator<Row> {
  const dice = createDice(2);
  for (let index = 0; index < count; index += 1) {
    const given = givenNames[dice.roll(givenNames.length)] ?? '';
    const family = familyNames[dice.roll(familyNames.length)] ?? '';
    const username = `${given}.${family}.${index}`;
    const canonicalUsername = username.toLowerCase();
    const email = `${index}@people.example`;
    const claims = { name: `${given} ${family}`, given_name: given, family_name: family, email };
    const createdAt = new Date(now.getTime() - dice.roll(seedDays * dayMs));
    yield {
      sub: seedSub(index),
      username,
      canonicalUsername,
      ...addressColumns(claims),
      usernameKey: searchKey(canonicalUsername) ?? '',
      hasWords: true,
      passwordHash: null,
      enabled: index % 100 !== 99,
      admin: index % 1000 === 0 ? 'auditor' : null,
      tenants: index % 4 === 0 ? '["common"]' : index % 200 === 1 ? '["rare"]' : '"all"',
      claims: JSON.stringify(claims),
      access: accessOf(index),
      createdAt,
      updatedAt: createdAt,
      lastSignInAt: index % 5 === 0 ? null : new Date(now.getTime() - dice.lean(60 * dayMs)),
    };
  }
}

/** The words by which these people are found. */
export function* userWordRows(users: Iterable<Row>): Generator<Row> {
  for (const { sub, canonicalUsername, claims, tenants } of users) {
    const person = { sub: String(sub), canonicalUsername: storedCanonicalUsername(String(canonicalUsername)) };
    yield* userWords({ ...person, claims: JSON.parse(String(claims)), tenants: JSON.parse(String(tenants)) });
  }
}

/** Links to providers: every third person uses one provider, a few use another. */
export function* identityRows(count: number, now: Date): Generator<Row> {
  const dice = createDice(5);
  for (let index = 0; index < count; index += 1) {
    const provider = index % 3 === 0 ? 'common' : index % 100 === 1 ? 'rare' : null;
    if (provider === null) continue;
    const issuer = `https://${provider}.example`;
    const lastUsedAt = new Date(now.getTime() - dice.roll(seedDays * dayMs));
    const who = { sub: seedSub(index), subject: String(index) };
    yield { provider, issuer, ...who, claims: '[]', createdAt: lastUsedAt, lastUsedAt };
  }
}

/**
 * The failed passwords of accounts: most have a few failures, some were attacked long ago, and a few were attacked
 * recently.
 */
export function* failureRows(count: number, now: Date): Generator<Row> {
  for (let index = 0; index < count; index += 4) {
    const isAttacked = index % 80 === 0;
    const attackedAt = isAttacked ? new Date(now.getTime() - (index % 200 === 0 ? 0.5 : 30) * dayMs) : null;
    yield { sub: seedSub(index), factor: 'password', failures: isAttacked ? 24 : 2, stoppedAt: null, attackedAt };
  }
}
