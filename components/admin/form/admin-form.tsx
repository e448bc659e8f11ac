import type { ReactNode } from 'react';
import { confirmationNames } from '#lib/admin/access/confirmation-fields';
import type { NeededProof } from '#lib/admin/access/proof-window';
import { type ActionState, untouched } from '#lib/admin/action-state';
import { formState } from '#lib/admin/form-state';
import { FormProblems } from './form-problems';
import { pageForms } from './page-forms';
import { StepUp } from './step-up';

type AdminFormProps = {
  /** The path of the form: see form(). */
  readonly action: string;
  readonly label: string;
  /** How recently the person must have proved who they are. The form checks the same. */
  readonly proof: NeededProof;
  readonly className?: string;
  readonly children: ReactNode;
};

/**
 * A form of the administration. If it comes back, it shows its problems and what was typed: each field reads it from
 * formState().
 */
export function AdminForm({ action, label, proof, className = 'grid gap-5', children }: AdminFormProps) {
  const { csrf, stepUp, query } = pageForms();
  const state = stateOf(action);
  return (
    <form
      action={query === '' ? action : `${action}?${query}`}
      method="post"
      aria-label={label}
      className={className}
      data-once
    >
      <input type="hidden" name="csrf" value={state.csrf ?? csrf} />
      <input type="hidden" name={confirmationNames.form} value={action} />
      <FormProblems state={state} section={undefined} hidden={{}} />
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
