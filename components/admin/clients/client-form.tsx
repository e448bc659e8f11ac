import { Panel } from '#components/ui/panel';
import type { AdminAction } from '#lib/admin/action-state';
import { type ClientField, type ClientTab, clientTabs } from '#lib/admin/clients/client-fields';
import type { ClientDetail } from '#lib/admin/clients/read-client';
import { formatDuration } from '#lib/admin/duration';
import { type FieldKind, formValues } from '#lib/admin/entries/entry-fields';
import { adminTexts } from '#lib/i18n/admin/texts';
import { EntryField, type Option } from '../entries/entry-field';
import { ActionForm } from '../form/action-form';
import { TextField } from '../form/field';
import { SubmitButton } from '../form/submit-button';

/** What the configuration has to choose from. */
export type ClientChoices = {
  readonly scopes: readonly Option[];
  readonly tenants: readonly string[];
  readonly providers: readonly Option[];
};

type ClientFormProps = {
  readonly client: ClientDetail;
  readonly tab: ClientTab;
  readonly choices: ClientChoices;
  readonly action: AdminAction;
  readonly csrf: string;
  readonly canEdit: boolean;
};

/** One page of a client's settings. */
export function ClientForm({ client, tab, choices, action, csrf, canEdit }: ClientFormProps) {
  const texts = adminTexts.clients;
  const form = adminTexts.shell.form;
  const kinds: Readonly<Record<string, FieldKind>> = clientTabs[tab];
  const values = formValues(kinds, client.settings);
  return (
    <Panel title={texts.pages[tab]}>
      <ActionForm
        action={action}
        csrf={csrf}
        hidden={{ tab, client_id: client.clientId, version: client.version }}
        label={texts.pages[tab]}
        guarded
      >
        <fieldset disabled={!canEdit} className="grid min-w-0 max-w-3xl gap-6">
          {fieldsOf(tab).map((name) => (
            <EntryField
              key={name}
              name={name}
              kind={kinds[name] ?? 'line'}
              label={texts.fields[name][0]}
              help={helpOf(name, client.settings[name])}
              values={values[name] ?? []}
              options={optionsOf(name, choices)}
              names={choices.providers}
            />
          ))}
          {canEdit && (
            <>
              <TextField name="reason" label={form.reason} help={form.reasonHelp} maxLength={200} />
              <div>
                <SubmitButton>{form.save}</SubmitButton>
              </div>
            </>
          )}
        </fieldset>
      </ActionForm>
    </Panel>
  );
}

function fieldsOf(tab: ClientTab): readonly ClientField[] {
  const known = new Set<string>(Object.keys(clientTabs[tab]));
  return allFields.filter((name) => known.has(name));
}

const allFields = Object.values(clientTabs).flatMap((fields): ClientField[] => keysOf(fields));

function keysOf(fields: object): ClientField[] {
  return Object.keys(fields).filter(isClientField);
}

function isClientField(name: string): name is ClientField {
  return Object.hasOwn(adminTexts.clients.fields, name);
}

/** A duration is told in seconds too, as the specifications count. */
function helpOf(name: ClientField, value: unknown): string {
  const help = adminTexts.clients.fields[name][1];
  const isLong = typeof value === 'number' && formatDuration(value) !== `${value} seconds`;
  return isLong ? `${help} (${value} s)` : help;
}

function optionsOf(name: ClientField, { scopes, tenants }: ClientChoices): readonly Option[] {
  if (name === 'scope') return scopes;
  if (name === 'tenant') {
    return [
      { value: '', label: adminTexts.clients.none },
      ...tenants.map((tenant) => ({ value: tenant, label: tenant })),
    ];
  }
  const known: Readonly<Record<string, Readonly<Record<string, string>>>> = adminTexts.clients.options;
  return Object.entries(known[name] ?? {}).map(([value, label]) => ({ value, label }));
}
