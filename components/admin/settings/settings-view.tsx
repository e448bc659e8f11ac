import type { SettingLine } from '#lib/admin/settings/describe-settings';
import { adminTexts } from '#lib/i18n/admin/texts';
import { PageHeader } from '../page-header';
import { Cell, Table } from '../ui/table';

/** The effective environment, to read. */
export function SettingsView({ lines }: { readonly lines: readonly SettingLine[] }) {
  const texts = adminTexts.settings;
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
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
