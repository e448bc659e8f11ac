import { Notice } from '#components/ui/notice';
import type { ActionState } from '#lib/admin/action-state';
import { fieldAddress } from '#lib/admin/entries/field-address';
import { summaryOf } from '#lib/admin/entries/setting-labels';
import { inputOf } from '#lib/i18n/admin/problems';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ChangedMeanwhile } from './changed-meanwhile';

/** Says that the form was filled in before a new sign-in. */
function SignedInAgain() {
  return (
    <Notice role="status">
      <p>{adminTexts.shell.stepUp.back}</p>
    </Notice>
  );
}

type FormProblemsProps = {
  readonly state: ActionState;
  readonly section: string | undefined;
  readonly hidden: Readonly<Record<string, string>>;
};

/** The problems of the form. They get the focus, because the page is loaded anew. */
export function FormProblems(props: FormProblemsProps) {
  const { problem, message } = props.state;
  if (problem === null) return null;
  if (problem === 'reauthenticate') return message === null ? <SignedInAgain /> : null;
  return (
    // biome-ignore lint/a11y/noAutofocus: a refused form starts with its problems
    <div tabIndex={-1} autoFocus className="outline-none">
      <Problem {...props} />
    </div>
  );
}

function Problem({ state: { message, conflict, fields, values }, section, hidden }: FormProblemsProps) {
  const texts = adminTexts.shell.form;
  if (conflict) return <ChangedMeanwhile {...conflict} />;
  return (
    <Notice tone="bad" role="alert" title={fields.length === 0 ? texts.problems : texts.fix(fields.length)}>
      {fields.length === 0 ? (
        <p>{message}</p>
      ) : (
        <ul className="grid gap-1">
          {fields.map((wrong) => {
            const input = inputOf(wrong.field);
            const text = summaryOf(wrong, section, values[input]?.[0]);
            return (
              <li key={text}>
                <a href={fieldAddress(hidden, input)} className="underline underline-offset-4">
                  {text}
                </a>
              </li>
            );
          })}
        </ul>
      )}
    </Notice>
  );
}
