import { expect, it } from 'vitest';
import { expectedRedirectUri } from './expected-redirect-uri';

it.each([
  [['https://a.test/cb'], { uri: 'https://a.test/auth/cb' }],
  [['https://a.test/x', 'https://b.test/auth/cb'], null],
  [['https://a.test/auth/cb/'], { uri: 'https://a.test/auth/cb' }],
  [['http://localhost:3000/'], { uri: 'http://localhost:3000/auth/cb' }],
  [['com.example.app:/cb'], { uri: null }],
  [[], { uri: null }],
])('a client with %j lacks for /auth/cb: %j', (registered, expected) => {
  expect(expectedRedirectUri(registered, '/auth/cb')).toEqual(expected);
});

it.each([
  [['http://localhost:8000'], null],
  [['http://localhost:8000/'], { uri: 'http://localhost:8000' }],
  [['https://a.test/cb'], { uri: 'http://localhost:8000' }],
  [[], { uri: 'http://localhost:8000' }],
])('a client with %j lacks for http://localhost:8000, whole: %j', (registered, expected) => {
  expect(expectedRedirectUri(registered, 'http://localhost:8000')).toEqual(expected);
});
