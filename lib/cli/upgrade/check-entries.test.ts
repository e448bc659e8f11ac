import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOldInstallation, insertRow, type OldInstallation, quoted } from '#lib/testing/old-installation';

/** Stored entries that today's rules would not write, and the findings for them. */
const entries: readonly [string, () => Promise<unknown>, RegExp, readonly RegExp[]][] = [
  ['a good client', () => old.insertClient('good'), /client good/, []],
  [
    'a client with a redirect URI that is refused today',
    () => old.insertClient('uri', { redirectUris: ['javascript:alert(1)'] }),
    /client uri/,
    [/^refused client uri, redirect_uris\[0\]: /],
  ],
  [
    'a client with a lifetime that is refused today',
    () => old.insertClient('lifetime', { accessTokenLifetimeSeconds: 0 }),
    /client lifetime/,
    [/^refused client lifetime, access_token_lifetime_seconds: expected at least 1$/],
  ],
  [
    'a client with a reserved claim',
    () => old.insertClient('claim', { claims: { tenant: 'acme' } }),
    /client claim/,
    [/^refused client claim, claims/],
  ],
  [
    'a client that names a scope that does not exist',
    () => old.insertClient('scope', { scope: ['openid', 'orders'] }),
    /client scope/,
    [/^refused client scope, scope: there is no scope orders/],
  ],
  [
    'a client with a value that cannot be read',
    () => old.insertClient('unreadable', { claims: 7 }),
    /client unreadable/,
    [/^refused client unreadable: a stored value cannot be read: /],
  ],
  [
    'a scope with a name that is refused today',
    () => insertRow(old.rows, 'Scope', { name: `'or"ders'`, settings: quoted({ type: 'resource' }) }),
    /^\w+ scope /,
    [/^refused scope or"ders, name: /],
  ],
  [
    'a provider with a domain that is read in lower case today',
    () => {
      const settings = {
        displayName: 'Corp',
        type: 'oidc',
        issuer: 'https://corp.example',
        clientId: 'x',
        scope: 'openid',
      };
      return insertRow(old.rows, 'IdentityProvider', {
        name: "'corp'",
        settings: quoted({ ...settings, claimMapping: {}, domains: ['Corp.Example'] }),
        position: '0',
      });
    },
    /provider/,
    [/^change identity provider corp, domains: \["Corp.Example"\] is read as \["corp.example"\]$/],
  ],
  [
    'a setting of the portal that is refused today',
    () =>
      old.rows(`INSERT INTO "Portal" ("id", "settings", "sessionAbsoluteSeconds", "rememberSeconds")
        VALUES (1, '{"sessionIdleSeconds":0}', 1, 1)`),
    /portal/,
    [/^refused portal\.session_idle_seconds: expected at least 1$/],
  ],
];

let old: OldInstallation;
let found: Awaited<ReturnType<OldInstallation['check']>>;
beforeAll(async () => {
  old = await createOldInstallation();
  for (const [, insert] of entries) await insert();
  found = await old.check('entry');
});
afterAll(() => old.close());

describe('stored entries before an upgrade', () => {
  it.each(entries)('are held against the rules of today: %s', (_, __, about, expected) => {
    const lines = found.lines.filter((line) => about.test(line));
    expect(lines).toHaveLength(expected.length);
    for (const [index, line] of expected.entries()) expect(lines[index]).toMatch(line);
  });

  it('are all reported at once, and the exit code is 1', () => {
    expect(found.lines).toHaveLength(entries.flatMap(([, , , expected]) => expected).length);
    expect(found.code).toBe(1);
  });
});
