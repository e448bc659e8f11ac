'use client';

import { type ReactNode, useActionState } from 'react';
import { confirmationNames } from '#lib/admin/access/confirmation-fields';
import type { NeededProof } from '#lib/admin/access/proof-window';
import type { ActionState, AdminAction } from '#lib/admin/action-state';
import { maximumDraft } from '#lib/admin/clients/draft';
import { isBack, versionOf } from '#lib/admin/form-state';
import { FormProblems } from './form-problems';
import { FormState } from './form-state';
import { StepUp } from './step-up';
import { useCarried, useStepUp } from './step-up-page';

type ActionFormProps = {
  readonly action: AdminAction;
  readonly csrf: string;
  /** Hidden inputs, for example the version that the person saw. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** The section of the configuration that the fields belong to. If absent, `hidden` names it. */
  readonly section?: string;
  readonly label?: string;
  /** browser/unsaved.ts asks before the person leaves the page with unsaved changes. */
  readonly guarded?: boolean;
  readonly className?: string;
  /** The fields whose text is kept in the page's address while it is typed, so that a reload restores it. */
  readonly drafted?: readonly string[];
  /** How recently the person must have proved who they are. The action checks the same: see actionProofs. */
  readonly proof?: NeededProof;
  /** Replaces the form when the action returns a result. */
  readonly done?: (result: Readonly<Record<string, string>>, guides: ActionState['guides']) => ReactNode;
  readonly children: ReactNode;
};

/**
 * A form of the administration, sent to a Server Action with or without scripts. Problems are listed at the top and at
 * their fields, and the form keeps what was typed.
 */
export function ActionForm({
  action,
  csrf,
  hidden = {},
  section = hidden.section,
  label,
  guarded = false,
  className = 'grid gap-5',
  drafted,
  proof = 'none',
  done,
  children,
}: ActionFormProps) {
  const carried = useCarried(label, hidden);
  const view = useStepUp();
  const [state, send] = useActionState(action, carried);
  if (done && state.result) return done(state.result, state.guides);
  return (
    <form
      action={send}
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
      <input type="hidden" name={confirmationNames.form} value={label ?? ''} />
      <FormProblems state={state} section={section} hidden={hidden} />
      <FormState value={{ ...state, section }}>{children}</FormState>
      <StepUp needed={proof} state={state} view={view} />
    </form>
  );
}
