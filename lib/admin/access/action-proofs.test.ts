import { describe, expect, it } from 'vitest';
import { type AreaEntry, listArea } from '#lib/testing/admin-area';
import { agentBulk } from '../agents/actions';
import { clientBulk } from '../clients/bulk-clients';
import { restore } from '../history/actions';
import { revokeKey, rotateKeys } from '../keys/actions';
import * as people from '../users/actions';
import { userBulk } from '../users/bulk';
import { actionProofs, type ProofRule, proofFor, sectionProof } from './action-proofs';

const actions = listArea().filter(({ kind }) => kind === 'action');
const folders: Readonly<Record<string, Readonly<Record<string, ProofRule>>>> = actionProofs;

const folderOf = ({ file }: AreaEntry) => file.replace(/^app\/admin\/?|\/?actions\.ts$/g, '') || 'entries';

describe('the proof that each action of the administration requires (decision 021)', () => {
  it.each(actions.map((action) => [`${folderOf(action)}: ${action.name}`, action] as const))('%s', (_, action) => {
    const rule = folders[folderOf(action)]?.[action.name];
    expect(rule, 'the table has no such action').toBeDefined();
    const folder = folderOf(action);
    const reference = folder.includes('/') ? `actionProofs['${folder}']` : `actionProofs.${folder}`;
    expect(action.proof).toBe(rule === 'none' ? null : `${reference}.${action.name}`);
  });

  it('has no row without an action', () => {
    const rows = Object.entries(folders).flatMap(([folder, rules]) =>
      Object.keys(rules).map((name) => `${folder} ${name}`),
    );
    expect(rows.sort()).toEqual(actions.map((action) => `${folderOf(action)} ${action.name}`).sort());
  });

  it.each([
    ['saving a client', actionProofs.entries.saveEntry, { section: 'clients' }, 'none'],
    ['saving a scope', actionProofs.entries.saveEntry, { section: 'scopes' }, 'none'],
    ['saving a provider', actionProofs.entries.saveEntry, { section: 'identity_providers' }, 'sudo'],
    ['saving a tenant', actionProofs.entries.saveEntry, { section: 'tenants' }, 'sudo'],
    ['disabling a client', actionProofs.entries.enableEntry, { section: 'clients' }, 'none'],
    ['disabling a provider', actionProofs.entries.enableEntry, { section: 'identity_providers' }, 'sudo'],
    ['disabling a tenant', actionProofs.entries.enableEntry, { section: 'tenants' }, 'sudo'],
    ['saving an entry without a section', actionProofs.entries.saveEntry, {}, 'sudo'],
    ['deleting a client', actionProofs.entries.deleteEntry, { section: 'clients' }, 'sudo'],
    ['a new secret', actionProofs.entries.addSecret, {}, 'sudo'],
    ['deleting a secret', actionProofs.entries.deleteSecret, {}, 'sudo'],
    ['requiring PKCE of clients', actionProofs.checks.fix, { rule: 'pkce_missing' }, 'none'],
    ['deleting expired secrets', actionProofs.checks.fix, { rule: 'secret_expired' }, 'sudo'],
    ['saving the portal', actionProofs.settings.savePortal, {}, 'strict'],
  ] as const)('%s', (_, rule, hidden, expected) => {
    expect(proofFor(rule, hidden)).toBe(expected);
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
