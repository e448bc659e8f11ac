import { expect, it } from 'vitest';
import { blankClient } from '#lib/clients/blank-client';
import { toClient } from '#lib/clients/client-record';
import { strangerOf } from './sign-in-page';

const client = (changes: object = {}) =>
  toClient({ ...blankClient('shop'), clientName: 'Shop', selfRegistered: true, ...changes });

it.each([
  ['a web address', 'https://shop.example/cb', { host: 'shop.example', isLocal: false }],
  ['the plain web', 'http://shop.example:8080/cb', { host: 'shop.example:8080', isLocal: false }],
  ['this computer', 'http://127.0.0.1:4000/cb', { host: '127.0.0.1:4000', isLocal: true }],
  ['a program', 'com.example.app:/cb', { host: 'com.example.app', isLocal: true }],
])('names a self-registered application by its redirect target: %s', (_, redirectUri, expected) => {
  expect(strangerOf(client(), redirectUri)).toEqual({ name: 'Shop', ...expected });
});

it('does not treat an application that an operator vouched for as a stranger', () => {
  expect(strangerOf(client({ selfRegistered: false }), 'https://shop.example/cb')).toBeNull();
});
