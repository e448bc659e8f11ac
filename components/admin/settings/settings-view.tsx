import type { ReactNode } from 'react';
import { Cell, Table } from '#components/ui/table';
import type { SettingLine } from '#lib/admin/settings/describe-settings';
import { adminTexts } from '#lib/i18n/admin/texts';
import { PageHeader } from '../page-header';

type SettingsViewProps = {
  readonly lines: readonly SettingLine[];
  /** The form of the portal's own settings. */
  readonly portal: ReactNode;
};

/** The portal's settings, and the effective environment, to read. */
export function SettingsView({ lines, portal }: SettingsViewProps) {
  const texts = adminTexts.settings;
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      {portal}
      <div className="grid gap-1">
        <h2 className="font-semibold">{texts.environment}</h2>
        <p className="text-muted-foreground text-sm">{texts.environmentText}</p>
      </div>
      <Table caption={texts.caption} head={[texts.name, texts.value]}>
        {lines.map(({ name, value, secret }) => (
          <tr key={name}>
            <Cell heading>
              <code>{name}</code>
            </Cell>
            <Cell className="break-all">
              {value === null || secret ? (
                <span className="text-muted-foreground">{value === null ? texts.unset : texts.secret}</span>
              ) : (
                value
              )}
            </Cell>
          </tr>
        ))}
      </Table>
    </>
  );
}
