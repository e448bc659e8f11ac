import { describe, expect, it } from 'vitest';
import { texts } from '#lib/admin/users/texts';
import { confirmations } from './confirmations';

const { clients, identity_providers, tenants, scopes, secret } = confirmations;
const users = texts.questions;

describe('the text of a confirmation', () => {
  it.each([
    ['disable a client', clients.disable, 'Disable client'],
    ['delete a client', clients.delete, 'Delete client'],
    ['disable a provider', identity_providers.disable, 'Disable provider'],
    ['delete a provider', identity_providers.delete, 'Delete provider'],
    ['disable a tenant', tenants.disable, 'Disable tenant'],
    ['delete a tenant', tenants.delete, 'Delete tenant'],
    ['delete a scope', scopes.delete, 'Delete scope'],
    ['delete a secret', secret.delete, 'Delete secret'],
    ['disable a user', users.disable, 'Disable user'],
    ['delete a user', users.delete, 'Delete user'],
    ['sign a user out everywhere', users['sign-out'], 'Sign out everywhere'],
    ['revoke an app', users['revoke-app'], 'Remove access'],
    ['end a session', users['end-session'], 'End session'],
    ['change a role', users.role, 'Change role'],
  ] as const)(
    '%s: asks a question, says what stops and what keeps working, and names the action on the button',
    (_, told, button) => {
      expect(told.title('Lantern')).toMatch(/\bLantern\b.*\?$/);
      expect(told.stops.length).toBeGreaterThan(0);
      expect(told.stays.length).toBeGreaterThan(0);
      expect(told.button).toBe(button);
    },
  );

  it.each([
    ['disabling a client', clients.disable],
    ['disabling a provider', identity_providers.disable],
    ['disabling a tenant', tenants.disable],
    ['deleting a provider', identity_providers.delete],
    ['deleting a scope', scopes.delete],
    ['deleting a secret', secret.delete],
  ])('%s can be undone, and the text does not say otherwise', (_, told) => {
    expect(told).not.toHaveProperty('final');
  });

  it.each([
    ['disabling a user', users.disable],
    ['signing out everywhere', users['sign-out']],
    ['ending a session', users['end-session']],
    ['deleting a user', users.delete],
    ['deleting a client', clients.delete],
  ])('%s says what cannot be undone', (_, told) => {
    expect(told.final.length).toBeGreaterThan(0);
  });
});
