import { describe, expect, it } from 'vitest';
import { nameOfObject } from './dismiss-and-fix';

describe('the object of a finding, in the link that leads to its repair', () => {
  it.each([
    ['a user, by name', { kind: 'user', id: 'u1', name: 'alice' }, 'alice'],
    ['a client, by its ID', { kind: 'client', id: 'web', name: 'Shop' }, 'web'],
    [
      'a key of the portal, by its label',
      { kind: 'installation', id: 'registration', name: null },
      'Self-registration',
    ],
    ['a variable of the environment, as it is', { kind: 'installation', id: 'SMTP_URL', name: null }, 'SMTP_URL'],
    ['a client that is called like a key', { kind: 'client', id: 'registration', name: null }, 'registration'],
  ] as const)('is %s', (_, object, name) => expect(nameOfObject(object)).toBe(name));
});
