import { useId } from 'react';
import { Button } from '#components/ui/button';
import { confirmationNames, type NeededProof } from '#lib/admin/access/proof-window';
import type { CodeFactor, StepUpView } from '#lib/admin/access/ways-to-confirm';
import type { ActionState } from '#lib/admin/action-state';
import { adminTexts } from '#lib/i18n/admin/texts';

type StepUpProps = {
  readonly needed: NeededProof;
  readonly state: Pick<ActionState, 'problem' | 'message'>;
  /** Null for a person who can change nothing. */
  readonly view: StepUpView | null;
};

const texts = adminTexts.shell.stepUp;

/**
 * The confirmation of identity at the end of a form. While the proof is recent it stays closed, and browser/step-up.ts
 * opens it over the page when needed. Without scripts, an open one is a part of the form.
 */
export function StepUp({ needed, state, view }: StepUpProps) {
  const isAsked = state.problem === 'reauthenticate';
  const problem = isAsked ? state.message : null;
  if (view === null || (needed === 'none' && problem === null)) return null;
  const openFor = openForOf(needed, view);
  return <StepUpDialog view={view} openFor={openFor} isOpen={openFor <= 0 || problem !== null} problem={problem} />;
}

/** For how long the form needs no confirmation, in milliseconds. */
function openForOf(needed: NeededProof, { openFor, password }: StepUpView): number {
  if (needed === 'none' || (needed === 'always' && password)) return 0;
  return openFor[needed === 'always' ? 'strict' : needed];
}

type StepUpDialogProps = {
  readonly view: StepUpView;
  /** Milliseconds. */
  readonly openFor: number;
  readonly isOpen: boolean;
  readonly problem: string | null;
};

function StepUpDialog({ view, openFor, isOpen, problem }: StepUpDialogProps) {
  const id = useId();
  return (
    <dialog
      open={isOpen}
      data-step-up={Math.max(0, openFor)}
      data-step-up-problem={problem === null ? undefined : ''}
      aria-labelledby={`${id}title`}
      className="m-auto w-full max-w-md rounded-box border border-border bg-card p-4 text-foreground not-[:modal]:static not-[:modal]:m-0 [&:modal]:w-[calc(100%-2rem)] [&:modal]:p-6 [&:modal]:shadow-lg backdrop:bg-scrim"
    >
      <div className="grid gap-4">
        <h2 id={`${id}title`} className="font-semibold text-base">
          {texts.title}
        </h2>
        {problem !== null && (
          <p id={`${id}problem`} role="alert" className="font-medium text-destructive text-sm">
            {problem}
          </p>
        )}
        {view.passkey && <PasskeyAnswer isOnly={!view.password} />}
        {view.password ? <Answer id={id} view={view} problem={problem} isOpen={isOpen} /> : <Elsewhere view={view} />}
      </div>
    </dialog>
  );
}

type AnswerProps = Pick<StepUpDialogProps, 'view' | 'problem' | 'isOpen'> & { readonly id: string };

function Answer({ id, view, problem, isOpen }: AnswerProps) {
  const described = problem === null ? {} : { 'aria-describedby': `${id}problem` };
  const field = 'w-full rounded-lg border border-input bg-card px-3 py-2 text-sm';
  return (
    <>
      <p className="text-sm">{texts.text}</p>
      <div className="grid gap-1.5">
        <label htmlFor={`${id}password`} className="font-medium text-sm">
          {texts.password(view.name)}
        </label>
        <input
          id={`${id}password`}
          type="password"
          name={confirmationNames.password}
          required
          disabled={!isOpen}
          autoComplete="current-password"
          // biome-ignore lint/a11y/noAutofocus: a refused form starts with its problems
          autoFocus={problem !== null}
          className={field}
          {...described}
        />
      </div>
      {view.codes.length > 0 && (
        <div className="grid gap-1.5">
          <label htmlFor={`${id}code`} className="font-medium text-sm">
            {codeLabel(view.codes)}
          </label>
          <input
            id={`${id}code`}
            name={confirmationNames.code}
            required
            disabled={!isOpen}
            autoComplete="one-time-code"
            spellCheck={false}
            maxLength={40}
            className={`${field} font-mono`}
          />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" data-step-up-submit="">
          {texts.submit}
        </Button>
        {view.provider === null && <ElsewhereButton variant="quiet">{texts.otherWay}</ElsewhereButton>}
      </div>
      {view.provider !== null && <ProviderAnswer provider={view.provider} variant="secondary" />}
    </>
  );
}

/** browser/step-up-passkey.ts shows it in browsers that have passkeys. The form carries the passkey's answer. */
function PasskeyAnswer({ isOnly }: { readonly isOnly: boolean }) {
  const { button, ...words } = texts.passkey;
  return (
    <div hidden className="grid gap-2" data-step-up-passkey={JSON.stringify(words)}>
      <input type="hidden" name={confirmationNames.passkey} disabled />
      <div>
        <Button type="button" variant={isOnly ? 'primary' : 'secondary'}>
          {button}
        </Button>
      </div>
      <p role="status" className="text-muted-foreground text-sm empty:sr-only" />
    </div>
  );
}

function codeLabel(codes: readonly CodeFactor[]): string {
  const [first] = codes;
  return codes.length > 1 || first === undefined ? texts.codes.both : texts.codes[first];
}

function Elsewhere({ view: { provider, passkey } }: Pick<StepUpDialogProps, 'view'>) {
  if (provider !== null) return <ProviderAnswer provider={provider} variant={passkey ? 'secondary' : 'primary'} />;
  return (
    <>
      <p className="text-sm">{texts.elsewhereText}</p>
      <div>
        <ElsewhereButton variant="primary">{texts.elsewhere}</ElsewhereButton>
      </div>
    </>
  );
}

type ProviderAnswerProps = { readonly provider: string; readonly variant: ElsewhereButtonProps['variant'] };

/** The provider asks for a new sign-in even if the person has a session there. */
function ProviderAnswer({ provider, variant }: ProviderAnswerProps) {
  return (
    <>
      <p className="text-sm">{texts.providerText(provider)}</p>
      <div>
        <ElsewhereButton variant={variant}>{texts.provider(provider)}</ElsewhereButton>
      </div>
    </>
  );
}

type ElsewhereButtonProps = { readonly variant: 'primary' | 'secondary' | 'quiet'; readonly children: string };

/** Sends the form without validating its fields. The person signs in again and returns to the filled-in form. */
function ElsewhereButton({ variant, children }: ElsewhereButtonProps) {
  return (
    <Button variant={variant} name={confirmationNames.elsewhere} value="1" formNoValidate>
      {children}
    </Button>
  );
}
