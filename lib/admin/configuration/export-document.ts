import { stringify } from 'yaml';
import { recordEvents } from '#lib/audit/event-store';
import { exportConfiguration } from '#lib/config/export';
import { withoutSecretKeys } from '#lib/config/without-secrets';
import { type AdminContext, authorshipOf } from '../admin-context';
import type { DocumentFormat } from './document-formats';

/**
 * The configuration as a file that the area imports and `signet apply` takes, without users: those are people. The export
 * is recorded.
 * @param withSecrets writes secrets too: those of clients and APIs as hashes, those of providers sealed under
 * SIGNET_SECRET. Without them an import keeps the ones that are stored.
 */
export async function exportDocument(
  admin: AdminContext,
  { format, withSecrets }: { readonly format: DocumentFormat; readonly withSecrets: boolean },
): Promise<string> {
  const { db, now } = admin;
  const { users: _, ...sections }: Record<string, unknown> = JSON.parse(await exportConfiguration(db, 'json'));
  const document = withSecrets ? sections : withoutSecretKeys(sections);
  const { actor, address = null, requestId = null } = authorshipOf(admin);
  const details = { format, secrets: withSecrets };
  await recordEvents(
    db,
    [{ type: 'configuration.exported', outcome: 'success', actor, address, requestId, details }],
    now,
  );
  if (format === 'json') return `${JSON.stringify(document, null, 2)}\n`;
  return stringify(document, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' });
}
