import { describe, expect, it } from 'vitest';
import { type AccountPolicy, accountPolicy, type PolicySituation } from './account-policy';
import { defaultPortal } from './portal-schema';
import { type Portal, type Tenant, tenantSchema } from './schema';

const everything: Partial<Portal> = {
  emailCode: 'on',
  emailSecondFactor: 'on',
  registration: 'on',
  accountDeletion: 'on',
  secondFactor: 'required',
};

type Case = {
  readonly portal?: Partial<Portal>;
  readonly tenant?: Partial<Tenant>;
} & Partial<Omit<PolicySituation, 'portal' | 'tenant'>>;

function policy({ portal = {}, tenant, ...rest }: Case): AccountPolicy {
  const acme: Tenant = tenantSchema.parse({ name: 'acme', display_name: 'Acme' });
  return accountPolicy({
    portal: { ...defaultPortal, ...portal },
    tenant: tenant === undefined ? null : { ...acme, ...tenant },
    isOwnTenant: false,
    canMail: true,
    issuerHost: 'id.example',
    ...rest,
  });
}

describe('the policy of accounts', () => {
  it('has the defaults of the portal', () => {
    expect(policy({})).toEqual({
      secondFactor: 'optional',
      identifiers: ['username', 'email'],
      emailCode: false,
      emailSecondFactor: false,
      passkeys: true,
      recovery: true,
      registration: false,
      trustedDeviceDays: 30,
      accountDeletion: false,
      passwordMinLength: 15,
    });
  });

  it('can have everything that the portal allows', () => {
    expect(policy({ portal: { ...everything, trustedDeviceDays: 0, passwordMinLength: 8 } })).toMatchObject({
      emailCode: true,
      emailSecondFactor: true,
      registration: true,
      accountDeletion: true,
      secondFactor: 'required',
      trustedDeviceDays: 0,
      passwordMinLength: 8,
    });
  });

  it.each<[string, Case, Partial<AccountPolicy>]>([
    [
      'without mail: recovery and codes by mail are off',
      { portal: everything, canMail: false },
      { recovery: false, emailCode: false, emailSecondFactor: false, registration: true },
    ],
    ['recovery is off if the portal turned it off', { portal: { recovery: 'off' } }, { recovery: false }],
    ['passkeys are off if the portal turned them off', { portal: { passkeys: 'off' } }, { passkeys: false }],
    ['an issuer at an IPv4 address: no passkeys', { issuerHost: '192.0.2.1' }, { passkeys: false }],
    ['an issuer at an IPv6 address: no passkeys', { issuerHost: '[2001:db8::1]' }, { passkeys: false }],
    ['an issuer on localhost: passkeys', { issuerHost: 'localhost' }, { passkeys: true }],
    ['an issuer whose name starts with digits: passkeys', { issuerHost: '1.2.3.4.example' }, { passkeys: true }],
  ])('%s', (_name, given, expected) => {
    expect(policy(given)).toMatchObject(expected);
  });

  describe("under the client's own tenant", () => {
    it.each<[string, Case, Partial<AccountPolicy>]>([
      ['a stricter second factor', { tenant: { secondFactor: 'required' } }, { secondFactor: 'required' }],
      [
        'a looser second factor',
        { portal: { secondFactor: 'required' }, tenant: { secondFactor: 'off' } },
        { secondFactor: 'off' },
      ],
      ['registration', { tenant: { registration: 'on' } }, { registration: true }],
      ['codes by mail', { tenant: { emailCode: 'on' } }, { emailCode: true }],
      ['no codes by mail without mail', { tenant: { emailCode: 'on' }, canMail: false }, { emailCode: false }],
      [
        'identifiers',
        { portal: { identifiers: ['username'] }, tenant: { identifiers: ['email'] } },
        { identifiers: ['email'] },
      ],
      [
        "the portal's if the tenant sets nothing",
        { portal: everything, tenant: {} },
        { secondFactor: 'required', registration: true, emailCode: true, identifiers: ['username', 'email'] },
      ],
    ])('is that of the tenant: %s', (_name, given, expected) => {
      expect(policy({ ...given, isOwnTenant: true })).toMatchObject(expected);
    });
  });

  describe('under a tenant that the request names', () => {
    it.each([
      ['off', 'off', 'off'],
      ['off', 'optional', 'optional'],
      ['off', 'required', 'required'],
      ['optional', 'off', 'optional'],
      ['optional', 'required', 'required'],
      ['required', 'off', 'required'],
      ['required', 'optional', 'required'],
      ['required', null, 'required'],
      ['off', null, 'off'],
    ] as const)('second_factor: %s in the portal and %s in the tenant is %s', (ours, theirs, expected) => {
      const given = { portal: { secondFactor: ours }, tenant: { secondFactor: theirs } };
      expect(policy(given).secondFactor).toBe(expected);
    });

    it.each([
      ['on', 'on', true],
      ['on', 'off', false],
      ['off', 'on', false],
      ['off', 'off', false],
      ['on', null, true],
      ['off', null, false],
    ] as const)('a sign-in method: %s in the portal and %s in the tenant is %s', (ours, theirs, expected) => {
      const given = {
        portal: { registration: ours, emailCode: ours },
        tenant: { registration: theirs, emailCode: theirs },
      };
      expect(policy(given)).toMatchObject({ registration: expected, emailCode: expected });
    });

    it.each<[Portal['identifiers'], Tenant['identifiers'], readonly string[]]>([
      [['username', 'email'], ['email'], ['email']],
      [['email'], ['username', 'email'], ['email']],
      [['username'], ['email'], ['username']],
      [['email'], ['username'], ['username']],
      [['email', 'username'], null, ['email', 'username']],
    ])('identifiers %j in the portal and %j in the tenant are %j', (ours, theirs, expected) => {
      expect(policy({ portal: { identifiers: ours }, tenant: { identifiers: theirs } }).identifiers).toEqual(expected);
    });
  });
});
