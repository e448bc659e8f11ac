import { ExportPanel } from '#components/admin/settings/export-panel';
import { ImportPanel } from '#components/admin/settings/import-panel';
import { SettingsTabs } from '#components/admin/settings/settings-tabs';
import { isPermitted } from '#lib/admin/access/permission';
import type { MissingProof } from '#lib/admin/access/prove-action';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'settings',
  render: async ({ admin, query, csrf }) => {
    const { role } = admin.principal;
    const sealed = isPermitted(role, 'own') ? { problem: problemOf(query.confirm) } : null;
    const body = (
      <>
        <SettingsTabs current="importExport" />
        <ExportPanel csrf={csrf} sealed={sealed} />
        {isPermitted(role, 'edit') && <ImportPanel />}
      </>
    );
    return { title: adminTexts.settings.tabs.importExport, body };
  },
});

function problemOf(asked: string | undefined): MissingProof | null {
  const { problems } = adminTexts.shell.stepUp;
  return asked !== undefined && isKey(problems, asked) ? asked : null;
}

function isKey<Table extends object>(table: Table, key: string): key is keyof Table & string {
  return Object.hasOwn(table, key);
}
