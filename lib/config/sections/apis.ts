import { type Api, algsOf } from '#lib/apis/api';
import { apiTable, listApis, listFormerApis } from '#lib/apis/api-store';
import { apiFields, apiSchema } from '#lib/apis/settings';
import { startRemovals } from '#lib/db/removal';
import { rememberRoles } from '#lib/groups/role-store';
import { wireClaimRules } from '#lib/vocabulary/claim-rules';
import { seesNamed, wireGroupsClaim } from '#lib/vocabulary/groups-claim';
import { roleIds, wireRoles } from '#lib/vocabulary/role';
import { type Wire, wireEntry, wireSecrets } from '#lib/vocabulary/wire-entry';
import { keepRoles, roleReferences, shownReferences } from '../keep-roles';
import { defineSection } from '../section';
import { storedSecrets } from '../stored-secrets';

export const apis = defineSection({
  name: 'apis',
  noun: 'API',
  target: 'api',
  fields: apiFields,
  schema: apiSchema,
  defaults: { groups_claim: wireGroupsClaim(seesNamed) },
  unique: { name: ({ name }) => name },
  idOf: ({ name }) => name,
  list: (db, names) => listApis(db, names),
  listFormer: listFormerApis,
  nameKey: 'display_name',
  wire: wireApi,
  compared: (api) => ({ ...wireApi(api), ...(api.roles.length > 0 && { role_ids: roleIds(api.roles) }) }),
  toStored: async (entries, stored, situation) => {
    const { newSecretId, now } = situation;
    const owners = entries.map(({ name: id, roles }) => ({ id, roles, stored: stored.get(id)?.roles ?? [] }));
    const ownRoles = await keepRoles('apis', owners, situation);
    return entries.map((entry, index) => {
      const known = stored.get(entry.name)?.secrets ?? [];
      const createdAt = new Map(known.map((secret) => [secret.id, secret.createdAt]));
      const secrets = storedSecrets(entry.secrets, known, newSecretId);
      return {
        ...entry,
        roles: ownRoles[index] ?? [],
        secrets: secrets.map((secret) => ({ ...secret, createdAt: createdAt.get(secret.id) ?? now })),
      };
    });
  },
  references: ({ scopes, roles, groupsClaim }) => [
    ...scopes.map((name, index) => ({ path: ['scopes', index], to: 'scopes', name }) as const),
    ...roleReferences(roles),
    ...shownReferences(groupsClaim),
  ],
  algs: algsOf,
  write: {
    ...apiTable,
    // The assignments of its people end. A new API of the same name has other roles.
    remove: (dialect, entries, circumstances) => async (tx) => {
      await apiTable.remove(dialect, entries, circumstances)(tx);
      const ids = entries.flatMap(({ roles }) => roles.map(({ id }) => id));
      await startRemovals(tx, 'role', ids, circumstances.now);
    },
    update: (dialect, entries, circumstances) => async (tx) => {
      await apiTable.update(dialect, entries, circumstances)(tx);
      const roles = entries.map(({ former, record }) => ({ former: former.roles, roles: record.roles }));
      await rememberRoles(dialect, roles, circumstances.now)(tx);
    },
  },
  endMarks: async () => [],
});

function wireApi(api: Api): Wire {
  return wireEntry(apiFields, api, {
    secrets: wireSecrets(api.secrets),
    roles: wireRoles(api.roles),
    groups_claim: wireGroupsClaim(api.groupsClaim),
    claim_rules: wireClaimRules(api.claimRules),
  });
}
