'use client';

import { type ReactNode, useActionState, useEffect, useRef, useState } from 'react';
import { Notice } from '#components/ui/notice';
import { type ActionState, type AdminAction, untouched } from '#lib/admin/action-state';
import { adminTexts } from '#lib/i18n/admin/texts';
import { FormState } from './form-state';
import { useDraft } from './use-draft';

type ActionFormProps = {
  readonly action: AdminAction;
  readonly csrf: string;
  /** Hidden inputs that go along, for example the version the person saw. */
  readonly hidden?: Readonly<Record<string, string>>;
  readonly label?: string;
  /** Asks before the page is left with changes that are not saved. */
  readonly guarded?: boolean;
  readonly className?: string;
  /** The fields that are kept in the page's address while they are typed, so that loading it again has them. */
  readonly drafted?: readonly string[];
  /** What the form was answered before it stood here. */
  readonly initial?: ActionState;
  /** Shown instead of the form when the action gave a result. */
  readonly done?: (result: Readonly<Record<string, string>>, guides: ActionState['guides']) => ReactNode;
  readonly children: ReactNode;
};

/**
 * A form of the administration: sent to a Server Action, with or without scripts. What is wrong is named on top and at
 * its field, and what was typed stays.
 */
export function ActionForm({
  action,
  csrf,
  hidden = {},
  label,
  guarded = false,
  className = 'grid gap-5',
  drafted,
  initial = untouched,
  done,
  children,
}: ActionFormProps) {
  const [state, send, pending] = useActionState(action, initial);
  const { onChange, dirty } = useUnsaved(guarded, state, pending);
  const keepDraft = useDraft(drafted);
  if (done && state.result) return done(state.result, state.guides);
  return (
    <form
      action={send}
      aria-label={label}
      className={className}
      onChange={(event) => {
        onChange();
        keepDraft(event.currentTarget);
      }}
      aria-busy={pending}
    >
      <input type="hidden" name="csrf" value={state.csrf ?? csrf} />
      {Object.entries({ ...hidden, ...(state.review && { seen: state.review.seen }) }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={(name === 'version' && versionOf(state)) || value} />
      ))}
      <Problems state={state} />
      <FormState value={state}>{children}</FormState>
      {dirty && (
        <p role="status" className="text-muted-foreground text-sm">
          {adminTexts.shell.form.unsaved}
        </p>
      )}
    </form>
  );
}

/** What came back is still about the version it was typed for, whatever was saved until the page was made anew. */
function versionOf({ problem, conflict, review, values }: ActionState): string | undefined {
  return conflict?.version ?? review?.version ?? (problem === null ? undefined : values.version?.[0]);
}

function Problems({ state }: { readonly state: ActionState }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state.problem !== null) box.current?.focus();
  }, [state]);
  if (state.problem === null) return null;
  const texts = adminTexts.shell.form;
  if (state.problem === 'sign_in' || state.problem === 'reauthenticate') {
    const { title, text } = texts[state.problem];
    return (
      <div ref={box} tabIndex={-1} className="outline-none">
        <Notice tone="warning" role="alert" title={title}>
          <p>{text}</p>
          <a href={state.message ?? '/admin'} target="_blank" rel="noopener" className="underline underline-offset-4">
            {texts.againLink}
          </a>
        </Notice>
      </div>
    );
  }
  if (state.conflict) {
    const { by, at } = state.conflict;
    return (
      <div ref={box} tabIndex={-1} className="outline-none">
        <Notice tone="warning" role="alert" title={texts.conflict(by, at?.replace('T', ' ').slice(0, 19) ?? null)}>
          <p>{texts.conflictText}</p>
        </Notice>
      </div>
    );
  }
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <Notice tone="bad" role="alert" title={texts.problems}>
        {state.fields.length === 0 ? (
          <p>{state.message}</p>
        ) : (
          <ul className="grid gap-1">
            {state.fields.map(({ field, message }) => (
              <li key={`${field} ${message}`}>
                <a href={`#field-${field.replace(/[[.].*/, '')}`} className="underline underline-offset-4">
                  {field === '' ? message : `${field}: ${message}`}
                </a>
              </li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  );
}

/** Asks before the tab is closed or left while something typed was not sent. */
function useUnsaved(guarded: boolean, state: ActionState, pending: boolean) {
  const [dirty, setDirty] = useState(false);
  useEffect(() => {
    if (state.problem === null && state.review === null) setDirty(false);
  }, [state]);
  useEffect(() => {
    if (!guarded || !dirty || pending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [guarded, dirty, pending]);
  return { dirty: guarded && dirty && !pending, onChange: () => setDirty(true) };
}
