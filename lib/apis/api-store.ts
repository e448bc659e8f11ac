import { z } from 'zod';
import type { Database, Transaction } from '#lib/db/database';
import { documentTable } from '#lib/db/document-table';
import { type EntryView, entryColumns, rowsInForce } from '#lib/db/staged-rows';
import { storedRoles } from '#lib/vocabulary/role';
import { storedEntry } from '#lib/vocabulary/stored-entry';
import type { Api } from './api';
import { apiFields } from './settings';

const { name: _, ...fields } = apiFields;

/** As JSON has them. They stand among the settings, so that one statement reads the APIs. */
const storedSecrets = z
  .array(
    z.object({
      ...{ id: z.string(), hash: z.string(), ending: z.string().nullable(), description: z.string().nullable() },
      ...{ expiresAt: z.string().nullable(), createdAt: z.string() },
    }),
  )
  .default([]);

const settings = storedEntry({ ...fields, secrets: storedSecrets }, {});

/** The APIs, with one statement. @param names the needed ones; null for all */
export async function listApis(
  db: Database | Transaction,
  names: readonly string[] | null = null,
  view?: EntryView,
): Promise<Api[]> {
  const where = names === null ? {} : { name: { in: [...names] } };
  const rows = await db.api.findMany({ where, select: { name: true, ...entryColumns } });
  return (await rowsInForce(db, rows, view)).map(({ row }) => {
    const { secrets, roles, ...own } = settings.read(row.settings);
    return { name: row.name, ...own, roles: storedRoles(roles), secrets: secrets.map(withTimes) };
  });
}

/** Some APIs without what a large change makes of them. */
export function listFormerApis(db: Database | Transaction, names: readonly string[]): Promise<Api[]> {
  return listApis(db, names, 'former');
}

function withTimes(secret: z.output<typeof storedSecrets>[number]): Api['secrets'][number] {
  const expiresAt = secret.expiresAt === null ? null : new Date(secret.expiresAt);
  return { ...secret, expiresAt, createdAt: new Date(secret.createdAt) };
}

/** The table that holds an API. */
export const apiTable = documentTable<Api>({
  table: 'Api',
  key: 'name',
  toRow: (api) => ({ name: api.name, settings: settings.write(api) }),
});
