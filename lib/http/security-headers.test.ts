import { expect, it } from 'vitest';
import { openerPolicy } from './security-headers';

it.each(['/login', '/login/code', '/recover', '/recover/reset', '/signup/code', '/consent'])(
  'keeps the opener of a popup on %s, which a sign-in may pass through',
  (path) => {
    expect(openerPolicy(path)).toBe('unsafe-none');
  },
);

it.each(['/', '/account', '/admin', '/verify', '/undo', '/setup', '/recovery'])('isolates %s', (path) => {
  expect(openerPolicy(path)).toBe('same-origin');
});
