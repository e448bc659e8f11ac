import { Panel } from '#components/ui/panel';
import type { AdminAction } from '#lib/admin/action-state';
import { formValues } from '#lib/admin/entries/entry-fields';
import type { ScopeDetail } from '#lib/admin/scopes/read-scope';
import { kindsOf, type ScopeField } from '#lib/admin/scopes/scope-fields';
import { adminTexts } from '#lib/i18n/admin/texts';
import { EntryField } from '../entries/entry-field';
import { ActionForm } from '../form/action-form';
import { TextField } from '../form/field';
import { SubmitButton } from '../form/submit-button';
import { ScopeTexts } from './scope-texts';

const order: readonly ScopeField[] = [
  'display_name',
  'description',
  'claims',
  'resource',
  'access_token_typ',
  'required',
  'emphasize',
  'enabled',
];

const typOptions = Object.entries(adminTexts.scopes.typs).map(([value, label]) => ({ value, label }));

type ScopeFormProps = {
  readonly scope: ScopeDetail;
  readonly action: AdminAction;
  readonly csrf: string;
  readonly canEdit: boolean;
};

/** The settings of a scope and its texts in every language. */
export function ScopeForm({ scope, action, csrf, canEdit }: ScopeFormProps) {
  const texts = adminTexts.scopes;
  const form = adminTexts.shell.form;
  const kinds = kindsOf(scope.settings);
  const values = formValues(kinds, scope.settings);
  return (
    <Panel title={texts.settings}>
      <ActionForm
        action={action}
        csrf={csrf}
        hidden={{ name: scope.name, version: scope.version }}
        label={texts.settings}
        guarded
      >
        <fieldset disabled={!canEdit} className="grid min-w-0 max-w-3xl gap-6">
          {order.map(
            (name) =>
              kinds[name] && (
                <EntryField
                  key={name}
                  name={name}
                  kind={kinds[name]}
                  label={texts.fields[name][0]}
                  help={texts.fields[name][1]}
                  values={values[name] ?? []}
                  options={name === 'access_token_typ' ? typOptions : []}
                />
              ),
          )}
          <ScopeTexts entry={scope.settings} />
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
