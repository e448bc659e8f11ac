import { isDeepStrictEqual } from 'node:util';
import type { ClientRecord } from '#lib/clients/client-record';
import { recordedClient, wireClient } from '#lib/clients/client-record';
import { clientTable, listClients, listFormerClients } from '#lib/clients/client-store';
import { deleteClients } from '#lib/clients/delete-clients';
import { countUsage } from '#lib/clients/live-count-store';
import { redirectUriRisk } from '#lib/clients/redirect-uri';
import { clientFields, clientSchema } from '#lib/clients/schema';
import { servedAlgs } from '#lib/clients/served-algs';
import { unusedSince } from '#lib/clients/usage/unused-since';
import { listUses } from '#lib/clients/usage/use-store';
import { endClientAccess } from '#lib/db/revoke-grants';
import { rememberRoles } from '#lib/groups/role-store';
import { noteAccessChanges } from '#lib/groups/summary-store';
import { flatMapInSlices } from '#lib/http/in-slices';
import { seesNamed, wireGroupsClaim } from '#lib/vocabulary/groups-claim';
import { counted } from '../impact/mark';
import { groupReferences, keepRoles, roleReferences, shownReferences } from '../keep-roles';
import { defineSection } from '../section';
import type { Reference } from '../section-definition';
import { storedSecrets } from '../stored-secrets';

export const clients = defineSection({
  name: 'clients',
  noun: 'client',
  target: 'client',
  fields: clientFields,
  schema: clientSchema,
  // An export always contains the scopes and grant types of a client.
  defaults: {
    scope: '',
    agent_scope: '',
    grant_types: undefined,
    registration_token_hash: null,
    groups_claim: wireGroupsClaim(seesNamed),
  },
  implied: ({ grant_types: grants }) => ({
    response_types: Array.isArray(grants) && grants.includes('authorization_code') ? ['code'] : [],
  }),
  unique: { client_id: ({ clientId }) => clientId },
  idOf: ({ clientId }) => clientId,
  list: listClients,
  listFormer: listFormerClients,
  fewEntries: 300,
  nameKey: 'client_name',
  wire: wireClient,
  compared: recordedClient,
  /**
   * A secret that matches a stored one keeps that record. Without a hash of the registration token, the stored hash
   * stays. A client that is vouched for from now on loses the token, which a program holds that nobody knew: it could
   * describe itself anew, and people would not be warned of it (security #5). A file gives it none again.
   */
  toStored: async (entries, stored, situation) => {
    const owners = entries.map(({ clientId: id, roles }) => ({ id, roles, stored: stored.get(id)?.roles ?? [] }));
    const ownRoles = await keepRoles('clients', owners, situation);
    return flatMapInSlices(entries.entries(), ([index, { clientSecrets, registrationTokenHash: given, ...rest }]) => {
      const former = stored.get(rest.clientId);
      const isVouchedFor = former?.selfRegistered === true && !rest.selfRegistered;
      const kept = isVouchedFor ? null : (former?.registrationTokenHash ?? null);
      const mayHaveOne = former === undefined || kept !== null || rest.selfRegistered;
      const registrationTokenHash = given === undefined || !mayHaveOne ? kept : given;
      const secrets = storedSecrets(clientSecrets, former?.secrets ?? [], situation.newSecretId);
      const roles = ownRoles[index] ?? [];
      const { documentExpiresAt = null, registrantNetwork = null } = former ?? {};
      const network = rest.selfRegistered ? registrantNetwork : null;
      return [{ ...rest, secrets, roles, registrationTokenHash, documentExpiresAt, registrantNetwork: network }];
    });
  },
  references,
  warnings: (entries) => {
    const warnings: string[] = [];
    for (const { clientId, selfRegistered, redirectUris, postLogoutRedirectUris } of entries) {
      if (selfRegistered) continue;
      for (const uri of new Set([...redirectUris, ...postLogoutRedirectUris])) {
        const risk = redirectUriRisk(uri);
        if (risk !== null) warnings.push(`client ${clientId}: ${uri} ${risks[risk]}`);
      }
    }
    return warnings;
  },
  algs: servedAlgs,
  write: {
    ...clientTable,
    remove:
      (dialect, entries, { now }) =>
      (tx) =>
        deleteClients(
          tx,
          entries.map(({ clientId }) => clientId),
          { dialect, now },
        ),
    // Blocking a client ends its grants and stored consents. Unblocking does not restore them.
    update: (dialect, entries, circumstances) => async (tx) => {
      await clientTable.update(dialect, entries, circumstances)(tx);
      const roles = entries.map(({ former, record }) => ({ former: former.roles, roles: record.roles }));
      await rememberRoles(dialect, roles, circumstances.now)(tx);
      const closed = entries.filter(({ former, record }) => record.access === 'assigned' && mayShutOut(former, record));
      await noteAccessChanges(
        dialect,
        'client',
        closed.map(({ record }) => record.clientId),
      )(tx);
      for (const { former, record } of entries) {
        if (record.agentState !== 'blocked' || former.agentState === 'blocked') continue;
        await endClientAccess(tx, record.clientId, { reason: 'agent_blocked', now: circumstances.now });
      }
    },
  },
  endMarks: async ({ key }, { db, now }) => {
    const { people, tokens } = await countUsage(db, key, now);
    const since = unusedSince(now);
    const last = (await listUses(db, [key], ['client'])).find(({ at }) => at >= since);
    return [
      ...counted('people_lose_access', people),
      ...counted('tokens_stop', tokens),
      ...(last === undefined ? [] : [{ kind: 'client_in_use', names: [last.at.toISOString().slice(0, 10)] } as const]),
    ];
  },
});

/** Whether a change can end somebody's access. */
function mayShutOut(former: ClientRecord, record: ClientRecord): boolean {
  const rules = ({ access, accessGroups, roles }: ClientRecord) => {
    return [access, accessGroups, roles.map(({ id, groups }) => [id, groups])];
  };
  return !isDeepStrictEqual(rules(former), rules(record));
}

const risks = {
  http: 'is not https, so anyone on the network can read the code (RFC 9700 §2.6)',
  scheme_without_dot: 'has a scheme without a dot, which any app can claim (RFC 8252 §8.4)',
} as const;

function references({
  scope,
  agentScope,
  identityProviders: filter,
  tenant,
  tokenExchange,
  ...access
}: ClientRecord): Reference[] {
  const list = 'deny' in filter ? 'deny' : 'allow';
  const providers = 'deny' in filter ? filter.deny : filter.allow === '*' ? [] : filter.allow;
  const subjects = tokenExchange?.subjects ?? [];
  return [
    ...scope.map((name) => ({ path: ['scope'], to: 'scopes', name }) as const),
    ...agentScope.map((name) => ({ path: ['agent_scope'], to: 'scopes', name }) as const),
    ...providers.map(
      (name, index) => ({ path: ['identity_providers', list, index], to: 'identity_providers', name }) as const,
    ),
    ...(tenant === null ? [] : [{ path: ['tenant'], to: 'tenants', name: tenant } as const]),
    ...subjects.map((name, index) => ({ path: ['token_exchange', 'subjects', index], to: 'clients', name }) as const),
    ...groupReferences(['access_groups'], access.accessGroups),
    ...groupReferences(['approver_groups'], access.approverGroups),
    ...roleReferences(access.roles),
    ...shownReferences(access.groupsClaim),
    ...access.apiRoles.map(
      ({ api }, index) => ({ path: ['api_roles', index, 'api'], to: 'apis', name: api, code: 'api_unknown' }) as const,
    ),
  ];
}
