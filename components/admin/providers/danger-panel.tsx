import type { AdminAction } from '#lib/admin/action-state';
import { providerPath } from '#lib/admin/entries/entry-path';
import type { ProviderUsage } from '#lib/admin/providers/read-provider';
import { adminTexts } from '#lib/i18n/admin/texts';
import { EntryDanger } from '../entries/entry-danger';

type DangerPanelProps = {
  readonly name: string;
  readonly enabled: boolean;
  readonly usage: ProviderUsage;
  readonly action: AdminAction;
  readonly csrf: string;
};

/** Disabling a provider shuts out those who can only sign in there. */
export function DangerPanel({ usage: { dependants, limit }, ...rest }: DangerPanelProps) {
  const texts = adminTexts.providers.danger;
  const warning = dependants === 0 ? null : texts.asks(texts.people(dependants, limit));
  return <EntryDanger {...rest} texts={texts} warning={warning} deleteHref={providerPath(rest.name, 'delete')} />;
}
