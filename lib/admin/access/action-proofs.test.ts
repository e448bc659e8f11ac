import { describe, expect, it } from 'vitest';
import { actions, areaForms, bulks } from '../actions';
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
  'groups/[name]/settings': 'sudo',
  'groups/[name]/delete': 'sudo',
  'groups/new': 'sudo',
  'apis/[name]/settings': 'sudo',
  'apis/[name]/delete': 'sudo',
  'apis/[name]/secret': 'sudo',
  'apis/[name]/secret/[secret_id]': 'sudo',
  'apis/new': 'sudo',
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
  'clients/[client_id]/allow-roles': 'none',
  'clients/[client_id]/review': 'none',
  'providers/new/[preset]': 'sudo',
  'providers/order': 'none',
  'providers/[name]/secret': 'sudo',
  'scopes/new': 'none',
  'tenants/new': 'sudo',
  'settings/branding': 'strict',
  'settings/sign-in': 'strict',
  'settings/sessions': 'strict',
  'settings/accounts': 'strict',
  'settings/service': 'strict',
  'settings/agents': 'strict',
  // They store nothing.
  'settings/branding/preview': 'none',
  'tenants/[name]/preview': 'none',
  'settings/import-export': 'sudo',
} as const;

/** The proof of each action, by its path. `computed` if it depends on what is changed: see the test of its feature. */
const actionProofs = {
  '': 'none',
  'checks/dismiss': 'none',
  'checks/dismissed': 'none',
  'checks/fix': 'computed',
  'debug/requests/[ref]/fix': 'computed',
  'debug/traces': 'none',
  'debug/traces/[trace]': 'none',
  demo: 'sudo',
  'users/groups': 'sudo',
  'users/[sub]/join-group': 'sudo',
  'users/[sub]/assign': 'sudo',
  'users/[sub]/assignments/[id]/end': 'sudo',
  'clients/[client_id]/people/assign': 'sudo',
  'apis/[name]/roles/assign': 'sudo',
  'clients/[client_id]/people/[sub]/[id]/end': 'sudo',
  'clients/[client_id]/people/end': 'sudo',
  'clients/[client_id]/requests/[id]/approve': 'sudo',
  'clients/[client_id]/requests/[id]/decline': 'sudo',
  'groups/[name]/add-member': 'sudo',
  'groups/[name]/members/[sub]/[source]/remove': 'sudo',
  'groups/[name]/add': 'sudo',
  'history/[number]/restore': 'sudo',
  'history/[number]/undo': 'computed',
  'keys/rotate': 'sudo',
  'keys/[kid]/revoke': 'strict',
  'users/new': 'sudo',
  'users/[sub]': 'strict',
  'users/[sub]/enable': 'sudo',
  'users/[sub]/disable': 'sudo',
  'users/[sub]/delete': 'strict',
  'users/[sub]/role': 'strict',
  'users/[sub]/sign-out': 'none',
  'users/[sub]/sessions/[sid]/end': 'none',
  'users/[sub]/apps/[client_id]/remove': 'none',
  'users/[sub]/factors/[id]/remove': 'strict',
  'users/[sub]/identities/[provider]/[issuer]/[subject]/unlink': 'strict',
  'users/[sub]/unlock': 'strict',
  'users/[sub]/password-link': 'strict',
  'users/[sub]/password-mail': 'sudo',
  'users/[sub]/require-password': 'sudo',
  'users/[sub]/keep-password': 'sudo',
} as const;

const bulkProofs = {
  '/admin/agents/bulk': { approve: 'none', block: 'none', unblock: 'none', end: 'none', delete: 'sudo' },
  '/admin/clients/bulk': { enable: 'none', disable: 'none', delete: 'sudo' },
  '/admin/users/bulk': { enable: 'sudo', disable: 'sudo' },
} as const;

describe('the proof that each action of the administration requires (decision 021)', () => {
  it.each(Object.entries(formProofs))('%s', (path, expected) => {
    expect(areaForms.find((form) => form.path === path)?.proof).toBe(expected);
  });

  it('has a row for every form of an entry', () => {
    expect(Object.keys(formProofs).sort()).toEqual(areaForms.map(({ path }) => path).sort());
  });

  it.each(Object.entries(actionProofs))('the action /admin/%s', (path, expected) => {
    const { proof } = actions.find((action) => action.path === path) ?? {};
    expect(typeof proof === 'function' ? 'computed' : proof).toBe(expected);
  });

  it('has a row for every action', () => {
    expect(Object.keys(actionProofs).sort()).toEqual(actions.map(({ path }) => path).sort());
  });

  it('has every action on several lines', () => {
    const found = bulks.map(({ path, actions, proofOf }) => [
      path,
      Object.fromEntries(actions.map((action) => [action, proofOf(action)])),
    ]);
    expect(Object.fromEntries(found)).toEqual(bulkProofs);
  });

  it.each([
    ['portal', 'sudo'],
    ['users', 'sudo'],
    ['clients', 'none'],
  ])('a change of %s', (section, expected) => {
    expect(sectionProof(section)).toBe(expected);
  });
});
