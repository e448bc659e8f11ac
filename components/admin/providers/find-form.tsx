import { Button, ButtonLink } from '#components/ui/button';
import { Panel } from '#components/ui/panel';
import type { NewProvider } from '#lib/admin/providers/new-provider';
import { presets } from '#lib/admin/providers/presets';
import { adminTexts } from '#lib/i18n/admin/texts';
import { TextField } from '../form/field';
import { DiscoveryView } from './discovery-view';

/**
 * Step 2: the names and the issuer. The server asks the issuer for everything else. It is a GET form: the next page
 * shows the answers.
 */
export function FindForm({ asked }: { readonly asked: NewProvider }) {
  const texts = adminTexts.providers.wizard;
  const preset = presets[asked.preset];
  const [issuerLabel, issuerHelp] = preset.type === 'github' ? texts.server : texts.issuer;
  return (
    <Panel title={texts.find} description={preset.type === 'oidc' ? texts.findText : ''}>
      <form method="get" action={`/admin/providers/new/${asked.preset}`} className="grid max-w-2xl gap-6">
        {asked.discovery && !asked.isReady && <DiscoveryView discovery={asked.discovery} />}
        <TextField
          name="issuer"
          label={issuerLabel}
          help={issuerHelp}
          showKey
          initial={asked.issuer}
          placeholder={preset.example ?? ''}
          maxLength={2000}
          dir="ltr"
        />
        <TextField
          name="display_name"
          label={texts.displayName[0]}
          help={texts.displayName[1]}
          showKey
          initial={asked.displayName}
          maxLength={200}
        />
        <div className="grid gap-1.5">
          <TextField
            name="name"
            label={texts.name[0]}
            help={texts.name[1]}
            showKey
            initial={asked.name}
            maxLength={100}
            dir="ltr"
            className="font-mono"
            {...(asked.nameProblem && { 'aria-invalid': true, 'aria-describedby': 'name-problem' })}
          />
          {asked.nameProblem && (
            <p id="name-problem" role="alert" className="font-medium text-destructive text-sm">
              {asked.nameProblem}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="primary">{texts.go}</Button>
          <ButtonLink href="/admin/providers/new" variant="quiet">
            {adminTexts.shell.form.cancel}
          </ButtonLink>
        </div>
      </form>
    </Panel>
  );
}
