'use client';

import { Facts } from '#components/ui/facts';
import { type ActionState, type AdminAction, keptName } from '#lib/admin/action-state';
import { adminTexts } from '#lib/i18n/admin/texts';
import { PageHeader } from '../page-header';
import { ActionForm } from './action-form';
import { ChoicesField } from './check-field';
import { TextArea, TextField } from './field';
import { Review } from './review';
import { SubmitButton } from './submit-button';

type KeptFormProps = {
  readonly action: AdminAction;
  readonly state: ActionState;
  readonly secrets: readonly string[];
  readonly files: readonly string[];
};

/** What the form says about itself: not for people. */
const hiddenNames: ReadonlySet<string> = new Set(['section', 'version', 'latest', 'seen', keptName]);

/**
 * A form that came without scripts and whose page cannot be shown before somebody signs in: every field by its name, as
 * it was typed, to be sent again afterwards.
 */
export function KeptForm({ action, state, secrets, files }: KeptFormProps) {
  const texts = adminTexts.shell.kept;
  const fields = Object.entries(state.values);
  const hidden = fields.flatMap(([name, [value = '']]) => (hiddenNames.has(name) ? [[name, value]] : []));
  return (
    <>
      <PageHeader title={texts.title} description={texts.text} />
      <ActionForm
        action={action}
        csrf=""
        hidden={{ ...Object.fromEntries(hidden), [keptName]: '1' }}
        label={texts.title}
        initial={state}
        className="grid max-w-3xl gap-5"
        done={(result) => (
          <>
            <p>{texts.done}</p>
            <Facts facts={Object.entries(result)} />
          </>
        )}
      >
        {fields.map(([name, values]) => !hiddenNames.has(name) && <KeptField key={name} name={name} values={values} />)}
        {secrets.map((name) => (
          <TextField key={name} name={name} label={name} type="password" />
        ))}
        {files.map((name) => (
          <TextField key={name} name={name} label={name} type="file" />
        ))}
        <Review />
        <div>
          <SubmitButton>{texts.send}</SubmitButton>
        </div>
      </ActionForm>
    </>
  );
}

function KeptField({ name, values }: { readonly name: string; readonly values: readonly string[] }) {
  const [value = ''] = values;
  if (values.length > 1) {
    const options = values.map((chosen) => ({ value: chosen, label: chosen }));
    return <ChoicesField name={name} label={name} initial={values} options={options} />;
  }
  if (value.includes('\n')) return <TextArea name={name} label={name} initial={value} />;
  return <TextField name={name} label={name} initial={value} />;
}
