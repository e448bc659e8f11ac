import { stringify } from 'yaml';
import { exportConfiguration } from '#lib/config/export';
import { withoutSecretKeys } from '#lib/config/without-secrets';
import type { AdminContext } from '../admin-context';
import { recordExport } from '../list/record-export';
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
  const { users: _, ...sections }: Record<string, unknown> = JSON.parse(await exportConfiguration(admin.db, 'json'));
  const document = withSecrets ? sections : withoutSecretKeys(sections);
  await recordExport(admin, 'configuration.exported', { format, secrets: withSecrets });
  if (format === 'json') return `${JSON.stringify(document, null, 2)}\n`;
  return stringify(document, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' });
}
