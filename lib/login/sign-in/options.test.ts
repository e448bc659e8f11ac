import { expect, it } from 'vitest';
import type { Context } from '#lib/context';
import type { OpenInteraction } from '../load-interaction';
import { signInOptions } from './options';

const provider = (name: string, changes: object = {}) =>
  [name, { name, enabled: true, button: 'show', domains: [`${name}.example`], ...changes }] as const;
const providers = new Map([provider('corp'), provider('github'), provider('off', { enabled: false })]);

type Changes = { interaction?: object; rules?: object; tenant?: object; prompt?: string[]; portal?: string };

/** A request whose login_hint has the domain of a provider. */
function options({ interaction, rules, tenant, prompt = [], portal = 'password' }: Changes = {}) {
  const open = {
    interaction: { isChoosing: false, problem: null, username: null, ...interaction },
    required: {
      rules: { localLogin: true, identityProviders: { deny: [] }, defaultMaxAge: null, ...rules },
      tenant: tenant ?? null,
      provider: null,
      prompt: new Set(prompt),
    },
    loginHint: 'ada@corp.example',
  };
  const context = { snapshot: { providers, portal: { login: portal } } } as unknown as Context;
  return signInOptions(open as unknown as OpenInteraction, null, context);
}

it('goes directly to the provider of login_hint', () => {
  expect(options()).toMatchObject({ choice: { go: 'provider', provider: 'corp' }, localLogin: true });
});

it.each<[string, Changes]>([
  ['chose how to sign in', { interaction: { isChoosing: true } }],
  ['posted a form that was refused', { interaction: { problem: 'passkey_refused' } }],
  ['typed a name', { interaction: { username: 'ada' } }],
  ['asked to choose the account', { prompt: ['select_account'] }],
])('shows the sign-in page after the person %s', (_, changes) => {
  expect(options(changes).choice).toEqual({ go: 'login' });
});

it('offers the enabled providers that the client and the tenant allow', () => {
  const names = (changes: Changes) => options(changes).providers.map(({ name }) => name);
  expect(names({})).toEqual(['corp', 'github']);
  expect(names({ rules: { identityProviders: { allow: ['github', 'off'] } } })).toEqual(['github']);
  expect(names({ tenant: { identityProviders: ['corp'] } })).toEqual(['corp']);
});

it.each<[string, Changes, boolean]>([
  ['the portal', { portal: 'identifier' }, true],
  ['the portal', {}, false],
  ['the tenant', { tenant: { identityProviders: null, login: 'identifier' } }, true],
  [
    'the tenant, not the portal',
    { portal: 'identifier', tenant: { identityProviders: null, login: 'password' } },
    false,
  ],
  [
    'the portal where the tenant says nothing',
    { portal: 'identifier', tenant: { identityProviders: null, login: null } },
    true,
  ],
])('asks for the username first when configured by %s', (_, changes, expected) => {
  expect(options(changes).isIdentifierFirst).toBe(expected);
});
