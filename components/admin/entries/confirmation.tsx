import type { ReactNode } from 'react';
import { ButtonLink } from '#components/ui/button';
import type { FormTarget } from '#lib/admin/kit/define-form';
import type { Consequences } from '#lib/i18n/admin/confirmations';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../../ui/text';
import { AdminForm } from '../form/admin-form';
import { TextField } from '../form/field';
import { ReasonField, SubmitButton } from '../form/form-end';

type ConfirmationProps = {
  readonly title: string;
  readonly texts: Consequences & { readonly button: string };
  /** Current counts, and anything else a person needs to know. */
  readonly facts?: ReactNode;
  /** The text to type for confirmation. If absent, the button is enough. */
  readonly typed?: string;
  readonly form: FormTarget;
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
  const { button, text, stops = [], stays = [], final = [] } = texts;
  return (
    <ConfirmationFrame title={title} {...(text !== undefined && { text })} {...(!isSafe && { stops, stays, final })}>
      {facts}
      <AdminForm {...form} label={title} className="grid gap-4">
        {children}
        <ConfirmationFields typed={typed} backHref={backHref} button={button} noteHelp={noteHelp} isSafe={isSafe} />
      </AdminForm>
    </ConfirmationFrame>
  );
}

type FrameProps = Consequences & { readonly title: string; readonly children: ReactNode };

/** What an action does, around its form. */
export function ConfirmationFrame({ title, text, stops = [], stays = [], final = [], children }: FrameProps) {
  const words = adminTexts.confirmations;
  return (
    <section
      data-confirmation=""
      aria-labelledby="confirmation"
      className="grid min-w-0 max-w-2xl gap-4 rounded-lg border border-border bg-card px-5 py-4"
    >
      <h2 id="confirmation" className="font-semibold">
        <Name>{title}</Name>
      </h2>
      {text !== undefined && <p className="text-sm">{text}</p>}
      {stops.length + stays.length + final.length > 0 && (
        <dl className="grid gap-3 text-sm">
          <Told label={words.stops} lines={stops} />
          <Told label={words.stays} lines={stays} />
          <Told label={words.final} lines={final} />
        </dl>
      )}
      {children}
    </section>
  );
}

type FieldsProps = {
  readonly typed: string | undefined;
  readonly backHref: string;
  readonly button: string;
  readonly noteHelp: string | undefined;
  readonly isSafe: boolean;
};

/** The fields and buttons of every confirmation. The focus is on Cancel. */
export function ConfirmationFields({ typed, backHref, button, noteHelp, isSafe }: FieldsProps) {
  return (
    <>
      {typed !== undefined && (
        <TextField name="typed" label={adminTexts.confirmations.typed(typed)} required className="max-w-md" />
      )}
      <ReasonField {...(noteHelp !== undefined && { help: noteHelp })} className="max-w-md" />
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={backHref} variant="secondary" data-close="" autoFocus>
          {adminTexts.shell.form.cancel}
        </ButtonLink>
        <SubmitButton variant={isSafe ? 'primary' : 'confirmed-danger'}>{button}</SubmitButton>
      </div>
    </>
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
