import type { AdminAction } from '#lib/admin/action-state';
import { tenantPath } from '#lib/admin/entries/entry-path';
import { adminTexts } from '#lib/i18n/admin/texts';
import { EntryDanger } from '../entries/entry-danger';

type DangerPanelProps = {
  readonly name: string;
  readonly enabled: boolean;
  /** How many belong to it. */
  readonly clients: number;
  readonly action: AdminAction;
  readonly csrf: string;
};

/** Disabling a tenant closes it to the clients that belong to it. */
export function DangerPanel({ clients, ...rest }: DangerPanelProps) {
  const texts = adminTexts.tenants.danger;
  const warning = clients === 0 ? null : texts.asks(clients);
  return <EntryDanger {...rest} texts={texts} warning={warning} deleteHref={tenantPath(rest.name, 'delete')} />;
}
