import type { ReactNode } from 'react';
import { confirmationNames } from '#lib/admin/access/confirmation-fields';
import type { NeededProof } from '#lib/admin/access/proof-window';
import { type ActionState, untouched } from '#lib/admin/action-state';
import { formState, isBack, versionOf } from '#lib/admin/form-state';
import { FormProblems } from './form-problems';
import { pageForms } from './page-forms';
import { StepUp } from './step-up';

type AdminFormProps = {
  /** The path of the form: see form(). */
  readonly action: string;
  readonly label: string;
  /** How recently the person must have proved who they are. The form checks the same. */
  readonly proof: NeededProof;
  /** Hidden inputs, for example the version that the person saw. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** browser/unsaved.ts asks before the person leaves the page with unsaved changes. */
  readonly guarded?: boolean;
  readonly className?: string;
  /** Replaces the form when the action returns a result. */
  readonly done?: (result: Readonly<Record<string, string>>) => ReactNode;
  readonly children: ReactNode;
};

/**
 * A form of the administration. If it comes back, it shows its problems and what was typed: each field reads it from
 * formState().
 */
export function AdminForm(props: AdminFormProps) {
  const { action, label, proof, hidden = {}, guarded = false, className = 'grid gap-5', done, children } = props;
  const { csrf, stepUp, query } = pageForms();
  const state = stateOf(action);
  if (done && state.result) return done(state.result);
  return (
    <form
      action={query === '' ? action : `${action}?${query}`}
      method="post"
      aria-label={label}
      className={className}
      data-once
      data-guarded={guarded ? (isBack(state) ? 'changed' : '') : undefined}
    >
      <input type="hidden" name="csrf" value={state.csrf ?? csrf} />
      <input type="hidden" name={confirmationNames.form} value={action} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={(name === 'version' && versionOf(state)) || value} />
      ))}
      <FormProblems state={state} section={state.section} hidden={hidden} />
      {children}
      <StepUp needed={proof} state={state} view={stepUp} />
    </form>
  );
}

/** The page may answer another form. */
function stateOf(action: string): ActionState {
  const state = formState();
  return state?.address === action ? state : untouched;
}
