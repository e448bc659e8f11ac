import { EntrySections } from '#components/admin/entries/settings-form';
import { AdminForm } from '#components/admin/form/admin-form';
import { SaveBar } from '#components/admin/form/form-end';
import { PageHeader } from '#components/admin/page-header';
import { Cell, Table } from '#components/ui/table';
import { TabsNav } from '#components/ui/tabs-nav';
import { Breakable } from '#components/ui/text';
import { formSections } from '#lib/i18n/admin/form-sections';
import { adminTexts } from '#lib/i18n/admin/texts';
import { flatPortalSettings } from '#lib/tenants/portal-settings';
import { isPermitted } from '../access/permission';
import type { MissingProof } from '../access/prove-action';
import { importExportPath } from '../entries/entry-path';
import type { AreaPages, AreaRequest } from '../kit/view';
import { flatPortal, type PortalFacts, readPortal, savePortal } from './actions';
import { describeSettings, type SettingLine } from './read';
import { texts } from './texts';
import { ExportPanel, ImportPanel } from './views/import-export';

type PortalFormProps = {
  readonly facts: PortalFacts;
  readonly canEdit: boolean;
};

/** The settings of the portal. Only an owner can change them. */
export function PortalForm({ facts: { entry, version }, canEdit }: PortalFormProps) {
  const words = texts.portal;
  const sections = (
    <EntrySections
      settings={flatPortalSettings}
      sections={formSections.portal}
      entry={flatPortal(entry)}
      asText={!canEdit}
    />
  );
  return (
    <>
      <div className="grid gap-1">
        <h2 className="font-semibold">{words.title}</h2>
        <p className="text-muted-foreground text-sm">{canEdit ? words.description : words.ownersOnly}</p>
      </div>
      {canEdit ? (
        <AdminForm {...savePortal.about()} hidden={{ version }} label={words.title} guarded>
          {sections}
          <SaveBar hasReview />
        </AdminForm>
      ) : (
        <div className="grid gap-5">{sections}</div>
      )}
    </>
  );
}

/** The effective environment, read-only. */
function EnvironmentView({ lines }: { readonly lines: readonly SettingLine[] }) {
  return (
    <>
      <p className="text-muted-foreground text-sm">{texts.environmentText}</p>
      <Table caption={texts.caption} head={[texts.name, texts.value]}>
        {lines.map(({ name, value, secret }) => (
          <tr key={name}>
            <Cell heading>
              <code>
                <Breakable>{name}</Breakable>
              </code>
            </Cell>
            <Cell>
              {value === null || secret ? (
                <span className="text-muted-foreground">{value === null ? texts.unset : texts.secret}</span>
              ) : (
                <Breakable>{value}</Breakable>
              )}
            </Cell>
          </tr>
        ))}
      </Table>
    </>
  );
}

type SettingsTab = 'general' | 'importExport' | 'environment';

const tabs = { general: '/admin/settings', importExport: importExportPath, environment: '/admin/settings/environment' };

/** The header of every page of the settings. */
function SettingsTabs({ current }: { readonly current: SettingsTab }) {
  const { title, description, tabs: words } = texts;
  const places = (['general', 'importExport', 'environment'] as const).map((tab) => ({
    label: words[tab],
    href: tabs[tab],
    current: tab === current,
  }));
  return (
    <>
      <PageHeader title={title} description={description} />
      <TabsNav label={words.label} tabs={places} />
    </>
  );
}

async function showPortal({ admin }: AreaRequest) {
  const body = (
    <>
      <SettingsTabs current="general" />
      <PortalForm facts={await readPortal(admin)} canEdit={isPermitted(admin.principal.role, 'own')} />
    </>
  );
  return { title: texts.title, body };
}

async function showImportExport({ admin, query, csrf }: AreaRequest) {
  const { role } = admin.principal;
  const sealed = isPermitted(role, 'own') ? { problem: problemOf(query.confirm) } : null;
  const body = (
    <>
      <SettingsTabs current="importExport" />
      <ExportPanel csrf={csrf} sealed={sealed} />
      {isPermitted(role, 'edit') && <ImportPanel />}
    </>
  );
  return { title: texts.tabs.importExport, body };
}

function problemOf(asked: string | undefined): MissingProof | null {
  const { problems } = adminTexts.shell.stepUp;
  return asked !== undefined && isKey(problems, asked) ? asked : null;
}

function isKey<Table extends object>(table: Table, key: string): key is keyof Table & string {
  return Object.hasOwn(table, key);
}

async function showEnvironment({ admin }: AreaRequest) {
  const body = (
    <>
      <SettingsTabs current="environment" />
      <EnvironmentView lines={describeSettings(admin.settings)} />
    </>
  );
  return { title: texts.environment, body };
}

export const settingsPages: AreaPages = {
  section: 'settings',
  pages: [
    { path: 'settings', permission: 'read', render: showPortal },
    { path: 'settings/import-export', permission: 'read', render: showImportExport },
    { path: 'settings/environment', permission: 'read', render: showEnvironment },
  ],
};
