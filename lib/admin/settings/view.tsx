import type { ReactNode } from 'react';
import { EntrySections, SettingsForm } from '#components/admin/entries/settings-form';
import { PageHeader } from '#components/admin/page-header';
import { Cell, Table } from '#components/ui/table';
import { Breakable } from '#components/ui/text';
import { adminTexts } from '#lib/i18n/admin/texts';
import { picturesOf } from '#lib/tenants/brand';
import { portalFields } from '#lib/tenants/portal-schema';
import { flatPortalSettings } from '#lib/tenants/portal-settings';
import { contrastRepairs } from '#lib/theme/contrast-repairs';
import { isPermitted } from '../access/permission';
import type { MissingProof } from '../access/prove-action';
import { BrandingForm } from '../branding/views/branding';
import { showPreview } from '../branding/views/branding-preview';
import { importExportPath } from '../entries/entry-path';
import { withoutPictures } from '../entries/logos';
import type { AreaPages, AreaRequest } from '../kit/view';
import { flatPortal, type PortalFacts, portalForm, readPortal } from './actions';
import { describeSettings, type SettingLine } from './read';
import {
  environmentPath,
  type PortalSection,
  portalSections,
  sectionKeys,
  sectionNames,
  sectionPath,
  settingPath,
} from './sections';
import { texts } from './texts';
import { ExportPanel, ImportPanel } from './views/import-export';

type PortalFormProps = {
  readonly section: PortalSection;
  readonly facts: PortalFacts;
  readonly canEdit: boolean;
};

/** A section of the settings of the portal. Only an owner can change them. */
export function PortalForm({ section, facts: { entry, version }, canEdit }: PortalFormProps) {
  const form = { ...portalForm(section).about(), hidden: { version }, canEdit };
  const [title, text] = portalSections[section];
  if (section === 'branding') {
    const theme = portalFields.theme.parse(entry.theme);
    return (
      <BrandingForm
        settings={flatPortalSettings}
        entry={flatPortal(withoutPictures(entry))}
        pictures={picturesOf(null, theme)}
        repairs={contrastRepairs(theme)}
        preview={`${sectionPath(section)}/preview`}
        language={String(entry.default_locale ?? 'en')}
        form={form}
      />
    );
  }
  return (
    <SettingsForm title={title} form={form}>
      <EntrySections
        settings={flatPortalSettings}
        sections={{ [section]: [title, text] }}
        entry={flatPortal(entry)}
        asText={!canEdit}
      />
    </SettingsForm>
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

type Place = PortalSection | 'import_export' | 'environment';

/** The list of the sections beside each of them. On a phone it is a line above. */
function SettingsFrame({ current, children }: { readonly current: Place | null; readonly children: ReactNode }) {
  const { title, description, tabs: words } = texts;
  const places: readonly (readonly [Place, string, string])[] = [
    ...sectionNames.map((section) => [section, portalSections[section][0], sectionPath(section)] as const),
    ['import_export', words.importExport, importExportPath],
    ['environment', words.environment, environmentPath],
  ];
  return (
    <>
      <PageHeader title={title} description={description} />
      <div className="grid min-w-0 items-start gap-x-8 gap-y-4 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <nav aria-label={words.label} className="min-w-0 lg:sticky lg:top-18">
          <ul className="flex gap-1 overflow-x-auto border-border border-b pb-2 [scrollbar-width:none] lg:grid lg:border-b-0 lg:pb-0">
            {places.map(([place, label, href]) => (
              <li key={place}>
                <a
                  href={href}
                  aria-current={place === current ? 'page' : undefined}
                  className="block whitespace-nowrap rounded-md px-3 py-1.5 text-muted-foreground text-sm hover:bg-muted hover:text-foreground aria-[current]:bg-selected aria-[current]:font-medium aria-[current]:text-foreground aria-[current]:[scroll-initial-target:nearest] lg:whitespace-normal pointer-coarse:py-3"
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid min-w-0 gap-5">{children}</div>
      </div>
    </>
  );
}

/** Every setting with its section. The anchors are those of the page that had all of them. */
function SettingsIndex() {
  return (
    <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2 xl:grid-cols-3">
      {sectionNames.map((section) => {
        const [title, text] = portalSections[section];
        return (
          <section key={section} id={section} className="grid scroll-mt-16 content-start gap-1">
            <h2 className="font-semibold">
              <a href={sectionPath(section)} className="underline underline-offset-4" data-leads>
                {title}
              </a>
            </h2>
            <p className="text-[0.8125rem] text-muted-foreground">{text}</p>
            <ul className="mt-1 grid gap-x-4 text-sm">
              {sectionKeys(section).map((key) => (
                <li key={key} id={`field-${key}`} className="scroll-mt-16 rounded target:bg-selected">
                  <a
                    href={settingPath(key)}
                    className="inline-block py-0.5 hover:underline pointer-coarse:py-2.5"
                    data-leads
                  >
                    {flatPortalSettings[key]?.text?.[0] ?? key}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

async function showIndex() {
  const body = (
    <SettingsFrame current={null}>
      <SettingsIndex />
    </SettingsFrame>
  );
  return { title: texts.title, body };
}

function showSection(section: PortalSection) {
  return async ({ admin }: AreaRequest) => {
    const canEdit = isPermitted(admin.principal.role, 'own');
    const body = (
      <SettingsFrame current={section}>
        {!canEdit && <p className="text-muted-foreground text-sm">{texts.portal.ownersOnly}</p>}
        <PortalForm section={section} facts={await readPortal(admin)} canEdit={canEdit} />
      </SettingsFrame>
    );
    return { title: portalSections[section][0], body };
  };
}

async function showImportExport({ admin, query, csrf }: AreaRequest) {
  const { role } = admin.principal;
  const sealed = isPermitted(role, 'own') ? { problem: problemOf(query.confirm) } : null;
  const body = (
    <SettingsFrame current="import_export">
      <ExportPanel csrf={csrf} sealed={sealed} />
      {isPermitted(role, 'edit') && <ImportPanel />}
    </SettingsFrame>
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
    <SettingsFrame current="environment">
      <EnvironmentView lines={describeSettings(admin.settings)} />
    </SettingsFrame>
  );
  return { title: texts.environment, body };
}

export const settingsPages: AreaPages = {
  section: 'settings',
  pages: [
    { path: 'settings', permission: 'read', render: showIndex },
    ...sectionNames.map((section) => ({
      path: sectionPath(section).replace('/admin/', ''),
      permission: 'read' as const,
      render: showSection(section),
    })),
    { path: 'settings/branding/preview', permission: 'read', render: (request) => showPreview(request, null) },
    { path: 'settings/import-export', permission: 'read', render: showImportExport },
    { path: 'settings/environment', permission: 'read', render: showEnvironment },
  ],
};
