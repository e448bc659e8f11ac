import type { ReactNode } from 'react';
import { Notice } from '#components/ui/notice';
import type { NeededProof } from '#lib/admin/access/proof-window';
import { type ActionState, untouched } from '#lib/admin/action-state';
import type { Conflict } from '#lib/admin/admin-error';
import { fieldAddress, summaryOf } from '#lib/admin/entries/setting-labels';
import { answeredForm, isBack, versionOf } from '#lib/admin/form-state';
import { maximumDraft } from '#lib/admin/query';
import { formatFullTime } from '#lib/i18n/admin/format';
import { inputOf } from '#lib/i18n/admin/problems';
import { adminTexts } from '#lib/i18n/admin/texts';
import { pageForms, timeView } from '../page-facts';
import { StepUp } from './step-up';

type AdminFormProps = {
  /** The path of the form: see form(). */
  readonly action: string;
  readonly label?: string;
  /** For a button outside the form. */
  readonly id?: string;
  /** How recently the person must have proved who they are. The form checks the same. */
  readonly proof: NeededProof;
  /** It sends files. */
  readonly hasFile?: boolean;
  /** Hidden inputs, for example the version that the person saw. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** browser/unsaved.ts asks before the person leaves the page with unsaved changes. */
  readonly guarded?: boolean;
  readonly className?: string;
  /** The fields whose text is kept in the page's address while it is typed, so that a reload restores it. */
  readonly drafted?: readonly string[];
  /** Replaces the form when the action returns a result. */
  readonly done?: (result: Readonly<Record<string, string>>, guides: ActionState['guides']) => ReactNode;
  readonly children: ReactNode;
};

/**
 * A form of the administration. If it comes back, it shows its problems and what was typed: each field reads it from
 * formState().
 */
export function AdminForm(props: AdminFormProps) {
  const { action, label, id, proof, hasFile = false, hidden = {}, className = 'grid gap-5' } = props;
  const { guarded = false, drafted, done, children } = props;
  const { csrf, stepUp, query } = pageForms();
  const state = stateOf(action, hidden);
  if (done && state.result) return done(state.result, state.guides);
  return (
    <form
      id={id}
      action={query === '' ? action : `${action}?${query}`}
      method="post"
      encType={hasFile ? 'multipart/form-data' : undefined}
      aria-label={label}
      className={className}
      data-once
      data-guarded={guarded ? (isBack(state) ? 'changed' : '') : undefined}
      data-draft={drafted?.join(' ')}
      data-draft-limit={drafted && maximumDraft}
    >
      <input type="hidden" name="csrf" value={state.csrf ?? csrf} />
      {Object.entries({ ...hidden, ...(state.review && { seen: state.review.seen }) }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={(name === 'version' && versionOf(state)) || value} />
      ))}
      <FormProblems state={state} section={state.section} hidden={hidden} />
      {children}
      <StepUp needed={proof} state={state} view={stepUp} />
    </form>
  );
}

/** The page may answer another form, or the same one about another object. */
function stateOf(action: string, hidden: Readonly<Record<string, string>>): ActionState {
  const state = answeredForm();
  if (state?.address !== action) return untouched;
  const isSame = ([name, value]: [string, string]) => name === 'version' || state.values[name]?.[0] === value;
  return Object.entries(hidden).every(isSame) ? state : untouched;
}

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
function FormProblems(props: FormProblemsProps) {
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

/** Says who saved other values while the form was open, and when in the time zone of the page. */
export function ChangedMeanwhile({ by, at }: Pick<Conflict, 'by' | 'at'>) {
  const { conflict, conflictText } = adminTexts.shell.form;
  const time = at && formatFullTime(new Date(at), { ...timeView(), now: null });
  return (
    <Notice tone="warning" role="alert" title={conflict(by, time)}>
      <p>{conflictText}</p>
    </Notice>
  );
}
