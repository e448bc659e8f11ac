import { ButtonLink } from '#components/ui/button';
import { providerPath } from '#lib/admin/entries/entry-path';
import { secretKeyOf } from '#lib/admin/providers/provider-fields';
import type { ProviderDetail } from '#lib/admin/providers/read-provider';
import { adminTexts } from '#lib/i18n/admin/texts';

type SecretStateProps = { readonly provider: ProviderDetail; readonly canEdit: boolean };

/** Whether the provider has a secret, with a link to replace it. The secret is never shown. */
export function SecretState({ provider, canEdit }: SecretStateProps) {
  const { secret, key } = adminTexts.providers;
  const setting = secretKeyOf(provider.settings);
  const texts = setting === 'private_key' ? { ...secret, ...key } : secret;
  return (
    <div className="grid gap-1.5">
      <p className="flex flex-wrap items-baseline gap-x-2 font-medium text-sm">
        {texts.label}{' '}
        <code data-setting-name className="font-normal text-muted-foreground text-xs">
          {setting}
        </code>
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-border bg-muted px-3 py-2">
        <p className="min-w-0 flex-1 basis-48 text-muted-foreground text-sm">
          {provider.hasSecret ? texts.isSet : texts.isMissing}
        </p>
        {canEdit && (
          <ButtonLink href={providerPath(provider.name, 'secret')} size="small">
            {texts.replace}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
