import { describe, expect, it } from 'vitest';
import { areaForms } from '../actions';
import { agentBulk } from '../agents/actions';
import { clientBulk } from '../clients/bulk-clients';
import { restore } from '../history/actions';
import { revokeKey, rotateKeys } from '../keys/actions';
import * as people from '../users/actions';
import { userBulk } from '../users/bulk';
import { sectionProof } from './proof-window';

/** The proof of each form whose fields depend on what is changed, by its path. */
const formProofs = {
  'clients/[client_id]/settings': 'none',
  'clients/[client_id]/access': 'none',
  'clients/[client_id]/credentials': 'none',
  'clients/[client_id]/tokens': 'none',
  'clients/[client_id]/delete': 'sudo',
  'clients/[client_id]/enable': 'none',
  'clients/[client_id]/disable': 'none',
  'clients/[client_id]/secret': 'sudo',
  'clients/[client_id]/secret/[secret_id]': 'sudo',
  'scopes/[name]': 'none',
  'scopes/[name]/translations': 'none',
  'scopes/[name]/delete': 'sudo',
  'scopes/[name]/secret': 'sudo',
  'scopes/[name]/secret/[secret_id]': 'sudo',
  'providers/[name]': 'sudo',
  'providers/[name]/settings': 'sudo',
  'providers/[name]/delete': 'sudo',
  'providers/[name]/enable': 'sudo',
  'providers/[name]/disable': 'sudo',
  'tenants/[name]': 'sudo',
  'tenants/[name]/branding': 'sudo',
  'tenants/[name]/delete': 'sudo',
  'tenants/[name]/enable': 'sudo',
  'tenants/[name]/disable': 'sudo',
  'clients/new/[kind]': 'sudo',
  'clients/import': 'sudo',
  'clients/[client_id]/json': 'none',
  'clients/[client_id]/certificate': 'sudo',
  'clients/[client_id]/quickstart': 'none',
  'clients/[client_id]/require-pkce': 'none',
  'clients/[client_id]/review': 'none',
  'providers/new/[preset]': 'sudo',
  'providers/order': 'none',
  'providers/[name]/secret': 'sudo',
  'scopes/new': 'none',
  'tenants/new': 'sudo',
  settings: 'strict',
  'settings/import-export': 'sudo',
} as const;

describe('the proof that each action of the administration requires (decision 021)', () => {
  it.each(Object.entries(formProofs))('%s', (path, expected) => {
    expect(areaForms.find((form) => form.path === path)?.proof).toBe(expected);
  });

  it('has a row for every form of an entry', () => {
    expect(Object.keys(formProofs).sort()).toEqual(areaForms.map(({ path }) => path).sort());
  });

  it.each([
    ['rotating the keys', rotateKeys, 'sudo'],
    ['revoking a key', revokeKey, 'strict'],
    ['saving a user', people.saveUser, 'strict'],
    ['a link to set a password, which is shown', people.newPasswordLink, 'strict'],
    ['a mail to set a password', people.mailPasswordLink, 'sudo'],
    ['removing a factor', people.removeFactorOf, 'strict'],
    ['unlinking an identity', people.unlinkIdentityOf, 'strict'],
    ['disabling a user', people.disableUser, 'sudo'],
    ['deleting a user', people.deleteUser, 'strict'],
    ['signing a user out', people.signOutAll, 'none'],
    ['changing a role', people.changeRole, 'strict'],
    ['restoring a revision', restore, 'sudo'],
  ] as const)('%s', (_, { proof }, expected) => {
    expect(proof).toBe(expected);
  });

  it.each([
    ['deleting many clients', clientBulk, 'delete', 'sudo'],
    ['disabling many clients', clientBulk, 'disable', 'none'],
    ['deleting many agents', agentBulk, 'delete', 'sudo'],
    ['blocking many agents', agentBulk, 'block', 'none'],
    ['disabling many users', userBulk, 'disable', 'sudo'],
  ] as const)('%s', (_, bulk, action, expected) => {
    expect(bulk.proofOf(action)).toBe(expected);
  });

  it.each([
    ['portal', 'sudo'],
    ['users', 'sudo'],
    ['clients', 'none'],
  ])('a change of %s', (section, expected) => {
    expect(sectionProof(section)).toBe(expected);
  });
});
