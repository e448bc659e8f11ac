import { stringify } from 'yaml';
import { exportConfiguration } from '#lib/config/export';
import { seeOther } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import { callerOf } from '#lib/sessions/caller';
import { withoutSecretKeys } from '#lib/vocabulary/without-secrets';
import { adminHandler } from '../access/admin-handler';
import { isPermitted } from '../access/permission';
import { findAdminSession } from '../access/principal';
import { confirmationNames } from '../access/proof-window';
import { type MissingProof, proveAction } from '../access/prove-action';
import type { AdminContext } from '../admin-context';
import { type DocumentFormat, documentFormats, importExportPath } from '../entries/entry-path';
import { download } from '../list/csv';
import { recordExport } from '../list/record-export';
import { addressWith, wordOf } from '../query';

const signInAgain = addressWith('/admin/sign-in', {}, { to: importExportPath, again: '1' });

const types = { yaml: 'application/yaml', json: 'application/json' } as const;

/**
 * POST: the configuration as a download. An export with secrets is only for owners, who must confirm their identity in
 * the form itself. If that fails, it leads back to the page.
 */
export const handleConfigurationExport = adminHandler({ permission: 'read' }, async (admin, values, request) => {
  const { issuer } = admin.settings;
  const withSecrets = values.get('secrets') === 'sealed';
  if (withSecrets) {
    const session = await findAdminSession(request.headers.cookie, admin);
    if (session === null || !isPermitted(admin.principal.role, 'own')) return seeOther(`${issuer}${importExportPath}`);
    if (values.has(confirmationNames.elsewhere)) return seeOther(`${issuer}${signInAgain}`);
    const form = { list: (name: string) => [values.get(name) ?? ''] };
    const missing = await proveAction({ needed: 'sudo', form, session, caller: callerOf(request) }, admin);
    if (missing !== null) return retryLink(issuer, missing);
  }
  const format = wordOf(Object.fromEntries(values), 'format', documentFormats, 'yaml');
  const body = await exportDocument(admin, { format, withSecrets });
  return download(`signet.${format}`, types[format], body);
});

function retryLink(issuer: string, problem: MissingProof): HttpResponse {
  return seeOther(`${issuer}${addressWith(importExportPath, {}, { confirm: problem })}`);
}

/**
 * Exports the configuration as a file that the administration can import and `signet apply` can apply. Users are not
 * included, because people are not configuration. The export is recorded.
 * @param withSecrets includes secrets: those of clients and APIs as hashes, those of providers sealed under
 * SIGNET_SECRET. Without them, an import keeps the stored secrets.
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
