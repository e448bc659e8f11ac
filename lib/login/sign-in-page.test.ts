import { expect, it } from 'vitest';
import { blankClient, toClient } from '#lib/clients/client-record';
import type { Context } from '#lib/context';
import { plainFrame } from '#lib/theme/brand';
import type { OpenInteraction } from './load-interaction';
import { clientView, signInPage, strangerOf } from './sign-in-page';

const context = { settings: { secure: true }, snapshot: { logos: new Map() } } as unknown as Context;
const client = (changes: object = {}) => toClient({ ...blankClient('shop'), clientName: 'Shop', ...changes });
const interaction = { request: { redirectUri: 'https://rp.example/cb' } };

const see = (kind: string, whose: ReturnType<typeof client> | null) => {
  const open = { kind, handle: 'handle', frame: plainFrame, client: whose, interaction } as unknown as OpenInteraction;
  return signInPage(open, undefined, context);
};

it.each([
  ['authorize', client(), { canCancel: true, cancelReturns: true }],
  ['device', client(), { canCancel: true, cancelReturns: false }],
  ['document', client(), { canCancel: true, cancelReturns: false }],
  ['portal', null, { canCancel: false, cancelReturns: true }],
])('returns whether a sign-in can be canceled and where that leads: %s', (kind, whose, expected) => {
  const page = see(kind, whose);
  expect(page).toMatchObject(expected);
  expect(page.client?.name ?? null).toBe(whose === null ? null : 'Shop');
  // No browser is bound, so the token of the form is empty and refused.
  expect(page.form).toEqual({ interaction: 'handle', csrf: '' });
});

const itself = { selfRegistered: true };
const byDocument = { ...itself, clientId: 'https://agent.example/client.json', documentHash: 'hash' };

it.each([
  ['one that somebody vouches for, by its name', 'authorize', client(), 'Shop', true],
  ['one without a name, by its identifier', 'authorize', client({ clientName: null }), 'shop', true],
  ['one that registered itself, by the host of its answers', 'authorize', client(itself), 'rp.example', false],
  ['one that registered itself, for a device', 'device', client(itself), 'Shop', false],
  ['one of a document, by the host of the document', 'authorize', client(byDocument), 'agent.example', false],
  ['one of a document, for a device', 'device', client(byDocument), 'agent.example', false],
])('shows an application by a name that cannot be forged: %s', (_, kind, whose, name, isVouched) => {
  expect(see(kind, whose).client).toMatchObject({ name, isVouched });
});

it('shows the links of an application', () => {
  const links = {
    clientUri: 'https://rp.example/',
    policyUri: 'https://rp.example/policy',
    tosUri: 'https://rp.example/terms',
  };
  expect(clientView(client(links), { logos: new Map() })).toMatchObject({ ...links, logo: null });
});

it('shows no links to somebody famous of an application that registered itself', () => {
  const links = { clientUri: 'https://github.com/', policyUri: 'https://github.com/p', tosUri: 'https://github.com/t' };
  const stranger = client({ ...links, ...itself, redirectUris: ['https://rp.example/cb'] });
  const nothing = { clientUri: null, policyUri: null, tosUri: null };
  expect(clientView(stranger, { logos: new Map() })).toMatchObject(nothing);
  const own = { ...links, policyUri: 'https://rp.example/policy' };
  const mixed = client({ ...own, ...itself, redirectUris: ['https://rp.example/cb'] });
  expect(clientView(mixed, { logos: new Map() })).toMatchObject({ ...nothing, policyUri: own.policyUri });
});

it.each([
  ['a web address', 'https://shop.example/cb', { host: 'shop.example', isLocal: false }],
  ['the plain web', 'http://shop.example:8080/cb', { host: 'shop.example:8080', isLocal: false }],
  ['this computer', 'http://127.0.0.1:4000/cb', { host: '127.0.0.1:4000', isLocal: true }],
  ['a program', 'com.example.app:/cb', { host: 'com.example.app', isLocal: true }],
])('names a self-registered application by its redirect target: %s', (_, redirectUri, expected) => {
  expect(strangerOf(client({ selfRegistered: true }), redirectUri)).toEqual({ name: 'Shop', ...expected });
});

it('does not treat an application that an operator vouched for as a stranger', () => {
  expect(strangerOf(client({ selfRegistered: false }), 'https://shop.example/cb')).toBeNull();
});
