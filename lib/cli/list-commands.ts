import { findClients, toClientLine } from '#lib/admin/clients/read-list';
import { allUsers, listUserLines, type UserLine } from '#lib/admin/users/read-list';
import { toClient } from '#lib/clients/client-record';
import * as clientStore from '#lib/clients/client-store';
import { governClients } from '#lib/clients/govern-clients';
import { currentPortal } from '#lib/tenants/tenant-store';
import { type CommandInput, printable, type RunCommand } from './command';
import { withDatabase } from './with-database';

/** `client list`: the clients that the administration would find, as the server uses them. */
export const printClients: RunCommand = async ({ positionals: [q = null], options }, context) => {
  const { now, out } = context;
  await withDatabase(context, 'read', async ({ db }) => {
    const portal = await currentPortal(db);
    const records = await clientStore.listClients(db);
    const clients = new Map(records.map((record) => [record.clientId, toClient(record, portal.securityProfile)]));
    for (const found of findClients({ snapshot: { clients: await governClients(clients, portal) }, now }, { q })) {
      const { clientId, name, kind, enabled, selfRegistered, redirectUris, tenant, secrets } = toClientLine(
        found,
        q,
        now,
      );
      const values = { client_id: clientId, name, kind, enabled, self_registered: selfRegistered };
      const more = { redirect_uris: redirectUris, scope: found.client.scope, tenant, secrets };
      out(lineOf(options, { ...values, ...more }, [clientId, kind, stateOf(enabled), name]));
    }
  });
  return 0;
};

/** `user list`: the users that the administration would find. */
export const printUsers: RunCommand = async ({ positionals: [q = null], options }, context) => {
  const { now, out, err } = context;
  await withDatabase(context, 'read', async ({ db }) => {
    for await (const { username, sub, enabled, role, name, email, tenants, createdAt, lastSignInAt } of everyUser()) {
      const values = { username, sub, enabled, role, name, email, tenants };
      const times = { created: createdAt.toISOString(), last_sign_in: lastSignInAt?.toISOString() ?? null };
      out(lineOf(options, { ...values, ...times }, [username, sub, stateOf(enabled), role ?? '-', email ?? '-']));
    }

    async function* everyUser(): AsyncGenerator<UserLine> {
      for (let after: string | null = null; ; ) {
        const page = await listUserLines({ db, now }, { ...allUsers, q }, { limit: pageSize, after });
        yield* page.lines;
        if (page.more) err(`showing the first ${page.lines.length} matches: enter more letters to narrow the search`);
        if (page.next === null) return;
        after = page.next;
      }
    }
  });
  return 0;
};

const pageSize = 1000;

const stateOf = (enabled: boolean) => (enabled ? 'enabled ' : 'disabled');

/** Names come from outside, so a line for people shows what it cannot print. */
function lineOf({ json }: CommandInput['options'], values: object, columns: readonly string[]): string {
  return json === true ? `${JSON.stringify(values)}\n` : `${columns.map(printable).join('  ')}\n`;
}
