import { describe, expect, it } from 'vitest';
import { issueCode } from '#lib/vocabulary/entry';
import { portalSchema } from './portal-schema';
import { tenantSchema } from './schema';

type Result = { readonly error?: { readonly issues: readonly Parameters<typeof issueCode>[0][] } | undefined };

/** `path code` of each problem. */
function problems({ error }: Result): string[] {
  return (error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issueCode(issue)}`);
}

const tooMany = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`a${index}`, 1]));

describe('the portal', () => {
  it.each([
    { default_locale: 'pt-BR' },
    { default_locale: null },
    { identifiers: ['email'] },
    { trusted_device_days: 0 },
    { trusted_device_days: 365 },
    { password_min_length: 8 },
    { password_min_length: 64 },
    { acr_aliases: { 'urn:example:sca': 2, 'https://example/level': 4 } },
  ])('accepts %j', (given) => {
    expect(problems(portalSchema.safeParse(given))).toEqual([]);
  });

  it.each([
    [{ default_locale: 'german!' }, 'default_locale invalid_format'],
    [{ identifiers: [] }, 'identifiers too_small'],
    [{ identifiers: null }, 'identifiers invalid_type'],
    [{ identifiers: ['phone'] }, 'identifiers.0 invalid_value'],
    [{ identifiers: ['email', 'email'] }, 'identifiers.1 duplicate'],
    [{ second_factor: 'on' }, 'second_factor invalid_value'],
    [{ trusted_device_days: -1 }, 'trusted_device_days too_small'],
    [{ trusted_device_days: 366 }, 'trusted_device_days too_big'],
    [{ trusted_device_days: 1.5 }, 'trusted_device_days invalid_type'],
    [{ passkeys: true }, 'passkeys invalid_value'],
    [{ email_code: 'required' }, 'email_code invalid_value'],
    [{ email_second_factor: null }, 'email_second_factor invalid_value'],
    [{ recovery: 'on' }, 'recovery invalid_value'],
    [{ account_deletion: 'yes' }, 'account_deletion invalid_value'],
    [{ admin_second_factor: 'off' }, 'admin_second_factor invalid_value'],
    [{ password_min_length: 7 }, 'password_min_length too_small'],
    [{ password_min_length: 65 }, 'password_min_length too_big'],
    [{ password_min_length: null }, 'password_min_length invalid_type'],
    [{ acr_aliases: [] }, 'acr_aliases invalid_type'],
    [{ acr_aliases: { gold: 0 } }, 'acr_aliases.gold invalid_union'],
    [{ acr_aliases: { gold: 5 } }, 'acr_aliases.gold invalid_union'],
    [{ acr_aliases: { gold: 'phr' } }, 'acr_aliases.gold invalid_union'],
    [{ acr_aliases: { 'two words': 1 } }, 'acr_aliases.two words invalid_key'],
    [{ acr_aliases: { 'tenant:acme': 1 } }, 'acr_aliases.tenant:acme invalid_key'],
    [{ acr_aliases: { phr: 3 } }, 'acr_aliases.phr acr_reserved'],
    [{ acr_aliases: { 'urn:signet:acr:1': 2 } }, 'acr_aliases.urn:signet:acr:1 acr_reserved'],
    [{ acr_aliases: tooMany }, 'acr_aliases too_many_names'],
  ])('refuses %j: %s', (given, problem) => {
    expect(problems(portalSchema.safeParse(given))).toEqual([problem]);
  });
});

describe('a tenant', () => {
  it.each([
    [{ identifiers: [] }, 'identifiers too_small'],
    [{ identifiers: ['phone'] }, 'identifiers.0 invalid_value'],
    [{ second_factor: 'always' }, 'second_factor invalid_value'],
    [{ email_code: true }, 'email_code invalid_value'],
  ])('refuses %j: %s', (given, problem) => {
    expect(problems(tenantSchema.safeParse({ name: 'acme', display_name: 'Acme', ...given }))).toEqual([problem]);
  });
});
