import { Breakable } from '#components/ui/breakable';
import { Cell, Table } from '#components/ui/table';
import type { SettingLine } from '#lib/admin/settings/describe-settings';
import { adminTexts } from '#lib/i18n/admin/texts';

/** The effective environment, read-only. */
export function EnvironmentView({ lines }: { readonly lines: readonly SettingLine[] }) {
  const texts = adminTexts.settings;
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
