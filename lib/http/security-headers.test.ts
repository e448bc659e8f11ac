import { expect, it } from 'vitest';
import { openerPolicy } from './security-headers';

it.each(['/login', '/login/code', '/recover', '/recover/reset', '/signup/code', '/consent'])(
  'leaves a popup its opener on %s, which a sign-in may lead over',
  (path) => {
    expect(openerPolicy(path)).toBe('unsafe-none');
  },
);

it.each(['/', '/account', '/admin', '/verify', '/undo', '/setup', '/recovery'])('isolates %s', (path) => {
  expect(openerPolicy(path)).toBe('same-origin');
});
