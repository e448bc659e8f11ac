import type { ReactNode } from 'react';
import { ButtonLink } from '#components/ui/button';
import { Name } from '#components/ui/name';
import type { NeededProof } from '#lib/admin/access/proof-window';
import type { AdminAction } from '#lib/admin/action-state';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { TextField } from '../form/field';
import { ReasonField } from '../form/reason-field';
import { SubmitButton } from '../form/submit-button';

/** The consequences of an action: see lib/i18n/admin/confirmations.ts. */
type ConfirmationTexts = {
  readonly text?: string;
  readonly stops: readonly string[];
  readonly stays: readonly string[];
  readonly final: readonly string[];
  readonly button: string;
};

type ConfirmationProps = {
  readonly title: string;
  readonly texts: ConfirmationTexts;
  /** Current counts, and anything else a person needs to know. */
  readonly facts?: ReactNode;
  /** The text to type for confirmation. If absent, the button is enough. */
  readonly typed?: string;
  readonly form: {
    readonly action: AdminAction;
    readonly csrf: string;
    readonly proof: NeededProof;
    readonly hidden: Readonly<Record<string, string>>;
  };
  readonly backHref: string;
  /** The help of the note, if the history does not show the note. */
  readonly noteHelp?: string;
  /** The action removes nothing. */
  readonly isSafe?: boolean;
  /** Fields of the action besides the note. */
  readonly children?: ReactNode;
};

/**
 * Asks before an action that has consequences. It is a page of its own; browser/confirm.ts shows it as a dialog over
 * the page that links to it.
 */
export function Confirmation(props: ConfirmationProps) {
  const { title, texts, facts, typed, form, backHref, noteHelp, isSafe = false, children } = props;
  const words = adminTexts.confirmations;
  const { cancel } = adminTexts.shell.form;
  return (
    <section
      data-confirmation=""
      aria-labelledby="confirmation"
      className="grid min-w-0 max-w-2xl gap-4 rounded-lg border border-border bg-card px-5 py-4"
    >
      <h2 id="confirmation" className="font-semibold">
        <Name>{title}</Name>
      </h2>
      {texts.text && <p className="text-sm">{texts.text}</p>}
      {!isSafe && (
        <dl className="grid gap-3 text-sm">
          <Told label={words.stops} lines={texts.stops} />
          <Told label={words.stays} lines={texts.stays} />
          <Told label={words.final} lines={texts.final} />
        </dl>
      )}
      {facts}
      <ActionForm {...form} label={title} className="grid gap-4">
        {children}
        {typed !== undefined && <TextField name="typed" label={words.typed(typed)} required className="max-w-md" />}
        <ReasonField {...(noteHelp !== undefined && { help: noteHelp })} className="max-w-md" />
        <div className="flex flex-wrap gap-2">
          <ButtonLink href={backHref} variant="secondary" data-close="" autoFocus>
            {cancel}
          </ButtonLink>
          <SubmitButton variant={isSafe ? 'primary' : 'confirmed-danger'}>{texts.button}</SubmitButton>
        </div>
      </ActionForm>
    </section>
  );
}

function Told({ label, lines }: { readonly label: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <div className="grid gap-1 sm:grid-cols-[9rem_1fr]">
      <dt className="font-medium">{label}</dt>
      <dd>
        <ul className="grid gap-1">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </dd>
    </div>
  );
}
