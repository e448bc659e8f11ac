import { describe, expect, it } from 'vitest';
import { passwordAlone } from '#lib/testing/authentication';
import { decideFactor, decideLink, type FactorSituation, nothingAsked } from './decide-factor';
import type { Proof } from './proof';

const now = new Date('2026-01-02T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

const password: Proof = { factor: 'password', at: now };
const totp: Proof = { factor: 'totp', at: now };
const recovery: Proof = { factor: 'recovery', at: now };
const email: Proof = { factor: 'email', at: now };
const synced: Proof = { factor: 'passkey', at: now, userVerified: true, deviceBound: false };
const bound: Proof = { ...synced, deviceBound: true };
const touched: Proof = { ...bound, userVerified: false };
const upstream = (level: 1 | 2 | 3 | 4): Proof => ({ factor: 'provider', at: now, provider: 'corp', amr: [], level });

const none = passwordAlone;
const app = { ...none, totp: true, recoveryCodes: 10 };
const passkey = { ...none, passkeys: 1, recoveryCodes: 10 };
const switched = { ...passkey, twoStep: true };
const boundKey = { ...passkey, boundPasskeys: 1 };
const address = { ...none, email: true };

const off = { secondFactor: 'off', passkeys: true, emailSecondFactor: false } as const;
const optional = { ...off, secondFactor: 'optional' } as const;
const required = { ...off, secondFactor: 'required' } as const;
const mailed = { ...required, emailSecondFactor: true } as const;
const must = (level: 1 | 2 | 3 | 4) => ({ ...nothingAsked, must: level });
const wish = (...levels: (1 | 2 | 3 | 4)[]) => ({ ...nothingAsked, wish: levels });
const changing = { ...nothingAsked, changesFactors: true };
const administering = { ...nothingAsked, sparesNobody: true };

const done = { step: 'done' };
const refuse = { step: 'refuse' };
const prove = (...factors: string[]) => ({ step: 'prove', factors });
const enrol = (...factors: string[]) => ({ step: 'enrol', factors });

type Case = Partial<FactorSituation>;

const decide = (given: Case) =>
  decideFactor({
    policy: optional,
    factors: none,
    proofs: [password],
    asked: nothingAsked,
    isTrusted: false,
    now,
    ...given,
  });

describe('the policy (accounts: second_factor)', () => {
  it.each<[string, Case, object]>([
    ['off: never asks for a factor', { policy: off, factors: app }, done],
    ['optional: asks for nothing without a factor', {}, done],
    ['optional: asks for an app', { factors: app }, prove('totp', 'recovery')],
    ['optional: asks for a passkey if that is switched on', { factors: switched }, prove('passkey', 'recovery')],
    ['optional: asks nobody for a passkey that is switched off', { factors: passkey }, done],
    [
      'optional: asks for the passkey of a role',
      { factors: { ...passkey, hasRole: true } },
      prove('passkey', 'recovery'),
    ],
    [
      'optional: asks for an app and a passkey',
      { factors: { ...passkey, totp: true } },
      prove('passkey', 'totp', 'recovery'),
    ],
    ['optional: asks for nothing of a switch without a passkey', { factors: { ...none, twoStep: true } }, done],
    ['optional: asks for nothing of a role without a passkey', { factors: { ...none, hasRole: true } }, done],
    ['required: asks for a passkey', { policy: required, factors: passkey }, prove('passkey', 'recovery')],
    ['off: never asks for a passkey', { policy: off, factors: switched }, done],
    ['optional: an address alone is no second factor', { factors: address }, done],
    ['optional: recovery codes alone are no second factor', { factors: { ...none, recoveryCodes: 3 } }, done],
    ['optional: is satisfied by an app that was shown', { factors: app, proofs: [password, totp] }, done],
    ['optional: is satisfied by a recovery code', { factors: app, proofs: [password, recovery] }, done],
    ['optional: is satisfied by a passkey alone', { factors: passkey, proofs: [synced] }, done],
    ['required: asks to add a factor if there is none', { policy: required }, enrol('totp', 'passkey')],
    ['required: asks for an app', { policy: required, factors: app }, prove('totp', 'recovery')],
    ['required: asks to add an app if passkeys are off', { policy: { ...required, passkeys: false } }, enrol('totp')],
    ['required: accepts the address if mail is a factor', { policy: mailed, factors: address }, prove('email')],
    [
      'required: refuses mail after a mailed code',
      { policy: mailed, factors: address, proofs: [email] },
      enrol('totp', 'passkey'),
    ],
    [
      'required: refuses mail within a day of a recovery by mail',
      { policy: mailed, factors: { ...address, recoveredAt: hoursAgo(23.9) } },
      enrol('totp', 'passkey'),
    ],
    [
      'required: accepts mail a day after a recovery by mail',
      { policy: mailed, factors: { ...address, recoveredAt: hoursAgo(24) } },
      prove('email'),
    ],
    [
      'required: accepts mail after a recovery while the clock was ahead (security #201)',
      { policy: mailed, factors: { ...address, recoveredAt: hoursAgo(-2) } },
      prove('email'),
    ],
    ['required: a mailed code and an app are two', { policy: mailed, factors: app, proofs: [email, totp] }, done],
    [
      'required: a mailed code and a recovery code are one',
      { policy: required, factors: { ...none, recoveryCodes: 1 }, proofs: [email] },
      enrol('totp', 'passkey'),
    ],
    ['passkeys off: ignores a stored passkey', { policy: { ...optional, passkeys: false }, factors: switched }, done],
    ['a provider counts as one factor', { factors: app, proofs: [upstream(1)] }, prove('totp', 'recovery')],
    ['a provider that vouches for two factors is enough', { factors: app, proofs: [upstream(2)] }, done],
    [
      'required: a passkey without user verification is the second',
      { policy: required, factors: boundKey, proofs: [password, touched] },
      done,
    ],
  ])('%s', (_, given, expected) => expect(decide(given)).toEqual(expected));
});

describe('a trusted device', () => {
  it.each<[string, Case, object]>([
    ['skips what optional asks for', { factors: app }, done],
    ['skips what required asks for', { policy: required, factors: app }, done],
    [
      'never skips what minimum_acr or an essential acr asks for',
      { factors: app, asked: must(2) },
      prove('totp', 'recovery'),
    ],
    ['never skips what acr_values ask for', { factors: app, asked: wish(2) }, prove('totp', 'recovery')],
    ['never skips what changing factors asks for', { factors: app, asked: changing }, prove('totp', 'recovery')],
    ['never skips a factor for the administration', { factors: app, asked: administering }, prove('totp', 'recovery')],
    ['adds no question there if none is asked', { policy: off, factors: app, asked: administering }, done],
  ])('%s', (_, given, expected) => expect(decide({ isTrusted: true, ...given })).toEqual(expected));
});

describe('a requirement: minimum_acr, an essential acr, the administration', () => {
  it.each<[string, Case, object]>([
    ['level 1 by a password', { asked: must(1) }, done],
    ['level 2 with an app', { policy: off, factors: app, asked: must(2) }, prove('totp', 'recovery')],
    ['level 2 reached', { policy: off, factors: app, proofs: [password, totp], asked: must(2) }, done],
    ['level 2 without any factor', { policy: off, asked: must(2) }, enrol('totp', 'passkey')],
    ['level 3 with a passkey', { policy: off, factors: passkey, asked: must(3) }, prove('passkey')],
    ['level 3 reached', { policy: off, factors: passkey, proofs: [synced], asked: must(3) }, done],
    [
      'level 3 after two other factors',
      { policy: off, factors: { ...app, passkeys: 1 }, proofs: [password, totp], asked: must(3) },
      prove('passkey'),
    ],
    ['level 3 without a passkey', { policy: off, asked: must(3) }, enrol('passkey')],
    [
      'level 3 with only an app: asks for it before a passkey is added',
      { policy: off, factors: app, asked: must(3) },
      prove('totp', 'recovery'),
    ],
    [
      'level 3 with the app shown',
      { policy: off, factors: app, proofs: [password, totp], asked: must(3) },
      enrol('passkey'),
    ],
    ['level 3 with passkeys off', { policy: { ...off, passkeys: false }, factors: passkey, asked: must(3) }, refuse],
    [
      'level 4 with a synced passkey',
      { policy: off, factors: passkey, proofs: [synced], asked: must(4) },
      enrol('passkey'),
    ],
    ['level 4 with a bound passkey', { policy: off, factors: boundKey, asked: must(4) }, prove('passkey')],
    ['level 4 reached', { policy: off, factors: boundKey, proofs: [bound], asked: must(4) }, done],
    [
      'a passkey without user verification does not reach level 3',
      { policy: off, factors: passkey, proofs: [password, touched], asked: must(3) },
      prove('passkey'),
    ],
  ])('%s', (_, given, expected) => expect(decide(given)).toEqual(expected));
});

describe('a preference: acr_values in their order', () => {
  it.each<[string, Case, object]>([
    [
      'chooses the first level that the person can reach',
      { policy: off, factors: app, asked: wish(3, 2) },
      prove('totp', 'recovery'),
    ],
    [
      'chooses the first level even if a lower one is reached',
      { policy: off, factors: passkey, asked: wish(3, 1) },
      prove('passkey'),
    ],
    ['accepts a reached level that comes first', { policy: off, factors: passkey, asked: wish(1, 3) }, done],
    ['keeps the true level if none is within reach', { policy: off, asked: wish(4, 3, 2) }, done],
    ['never asks to add a factor', { policy: off, asked: wish(2) }, done],
    [
      'does not ask again for a passkey that did not verify the person',
      { policy: off, factors: passkey, proofs: [password, touched], asked: wish(3) },
      done,
    ],
    [
      'asks for a passkey other than that of the first step',
      { policy: off, factors: { ...boundKey, passkeys: 2 }, proofs: [synced], asked: wish(4) },
      prove('passkey'),
    ],
    [
      'does not ask again if another passkey did not reach it either',
      { policy: off, factors: { ...boundKey, passkeys: 2 }, proofs: [synced, synced], asked: wish(4) },
      done,
    ],
    ['adds to what the policy asks for', { factors: app, asked: wish(1) }, prove('totp', 'recovery')],
    [
      'does not lower a requirement',
      { policy: off, factors: app, asked: { ...must(2), wish: [1] } },
      prove('totp', 'recovery'),
    ],
  ])('%s', (_, given, expected) => expect(decide(given)).toEqual(expected));
});

describe('changing factors (security #183)', () => {
  it.each<[string, Case, object]>([
    [
      'asks for a second factor if there is one, even with the policy off',
      { policy: off, factors: app },
      prove('totp', 'recovery'),
    ],
    ['asks for nothing without a second factor', { policy: off }, done],
    ['asks for a passkey, whatever the switch says', { factors: passkey }, prove('passkey', 'recovery')],
    ['is content with a second factor that was shown', { policy: off, factors: app, proofs: [password, totp] }, done],
  ])('%s', (_, given, expected) => expect(decide({ asked: changing, ...given })).toEqual(expected));
});

describe('linking an identity (security #183)', () => {
  it.each<[string, Case, object]>([
    [
      'asks for a second factor if there is one, even with the policy off',
      { policy: off, factors: app },
      prove('totp', 'recovery'),
    ],
    ['asks for nothing without a second factor, regardless of the policy', { policy: required }, done],
    ['asks for a passkey, whatever the switch says', { factors: passkey }, prove('passkey', 'recovery')],
    ['asks for the mailed code that the policy asks for', { policy: mailed, factors: address }, prove('email')],
    ['is content with a second factor that was shown', { policy: off, factors: app, proofs: [password, totp] }, done],
  ])('%s', (_, given, expected) => {
    const situation = { policy: optional, factors: none, proofs: [password], now, ...given };
    expect(decideLink(situation)).toEqual(expected);
  });
});

it('requires a first factor before anything else', () => {
  expect(decide({ proofs: [], factors: app })).not.toEqual(done);
});
