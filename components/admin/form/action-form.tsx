'use client';

import { type ReactNode, useActionState } from 'react';
import { Notice } from '#components/ui/notice';
import { confirmationNames } from '#lib/admin/access/confirmation-fields';
import type { NeededProof } from '#lib/admin/access/proof-window';
import type { ActionState, AdminAction } from '#lib/admin/action-state';
import { maximumDraft } from '#lib/admin/clients/draft';
import { fieldAddress } from '#lib/admin/entries/field-address';
import { inputOf } from '#lib/i18n/admin/problems';
import { summaryOf } from '#lib/i18n/admin/setting-labels';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ChangedMeanwhile } from './changed-meanwhile';
import { FormState, isBack } from './form-state';
import { StepUp } from './step-up';
import { useCarried } from './step-up-page';

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
      <Problems state={state} section={section} hidden={hidden} />
      <FormState value={{ ...state, section }}>{children}</FormState>
      <StepUp needed={proof} state={state} />
    </form>
  );
}

/** A form that comes back keeps the version it was typed for, even if a newer one was saved in the meantime. */
function versionOf({ problem, conflict, review, values }: ActionState): string | undefined {
  return conflict?.version ?? review?.version ?? (problem === null ? undefined : values.version?.[0]);
}

/** Says that the form was filled in before a new sign-in. */
function SignedInAgain() {
  return (
    <Notice role="status">
      <p>{adminTexts.shell.stepUp.back}</p>
    </Notice>
  );
}

type ProblemProps = {
  readonly state: ActionState;
  readonly section: string | undefined;
  readonly hidden: Readonly<Record<string, string>>;
};

/** The problems of the form. They get the focus, because the page is loaded anew. */
function Problems(props: ProblemProps) {
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

function Problem({ state: { message, conflict, fields, values }, section, hidden }: ProblemProps) {
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
