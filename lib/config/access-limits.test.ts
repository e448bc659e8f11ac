import { describe, expect, it } from 'vitest';
import { parseConfiguration } from './file';
import { isConfigurationError } from './problem';

const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);
const roles = (count: number) => names(count).map((name) => ({ name }));
const api = (more: object) => ({ apis: [{ name: 'orders', ...more }] });
const client = (more: object) => {
  const home = { redirect_uris: ['https://rp.test/cb'], token_endpoint_auth_method: 'none' };
  return { clients: [{ client_id: 'ledger', ...home, ...more }] };
};
const machine = { grant_types: ['client_credentials'], client_secrets: [{ value: 'secret-of-a-machine-0123456789' }] };

/** The codes of the problems of a file, whatever it names that does not exist. */
function problems(file: object): string[] {
  try {
    parseConfiguration(JSON.stringify(file));
    return [];
  } catch (error) {
    if (!isConfigurationError(error)) throw error;
    return error.problems.map(({ code }) => code);
  }
}

describe('what a file may say of groups, APIs and access (decision 023, decision 024)', () => {
  it.each<[string, number, (count: number) => object]>([
    ['the display name of a group', 200, (count) => ({ groups: [{ name: 'g', display_name: 'x'.repeat(count) }] })],
    ['the description of a group', 1000, (count) => ({ groups: [{ name: 'g', description: 'x'.repeat(count) }] })],
    ['the scopes of an API', 500, (count) => api({ scopes: names(count) })],
    ['its resources', 20, (count) => api({ resources: names(count).map((name) => `https://${name}.test`) })],
    ['its claims', 100, (count) => api({ claims: names(count) })],
    ['its roles', 100, (count) => api({ roles: roles(count) })],
    ['the groups of a role', 200, (count) => api({ roles: [{ name: 'r', groups: names(count) }] })],
    ['the roles of a client', 100, (count) => client({ roles: roles(count) })],
    ['the groups that can use it', 200, (count) => client({ access_groups: names(count) })],
    ['the groups that approve', 10, (count) => client({ approver_groups: names(count) })],
    ['whom to ask', 200, (count) => client({ access_contact: 'x'.repeat(count) })],
    ['the groups that it sees', 200, (count) => client({ groups_claim: { show: names(count) } })],
    ['its claim rules', 50, (count) => client({ claim_rules: names(count).map((claim) => ({ claim, value: 1 })) })],
    [
      'its roles in APIs',
      50,
      (count) => {
        const clients = names(count).map((name) => ({ api: name, roles: ['r'] }));
        return { clients: [{ client_id: 'nightly', ...machine, api_roles: clients }] };
      },
    ],
    ['the groups of an account', 1000, (count) => ({ users: [{ username: 'ann', groups: names(count) }] })],
    [
      'its assignments',
      200,
      (count) => ({ users: [{ username: 'ann', assignments: names(count).map((name) => ({ client: name })) }] }),
    ],
  ])('%s: %i, and no more', (_, most, file) => {
    expect(problems(file(most))).toEqual([]);
    expect(problems(file(most + 1))).toEqual([expect.stringMatching(/^(too_(many|long|big)|invalid_union)$/)]);
  });
});
