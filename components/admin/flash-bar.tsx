import type { ReactNode } from 'react';
import { ButtonLink } from '#components/ui/button';
import type { Flash } from '#lib/admin/flash/flash';
import { revisionPath, undoPath } from '#lib/admin/history/feature';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../ui/text';
import { SubmitButton } from './form/form-end';
import { pageForms } from './page-facts';

/**
 * The result of the previous action. It stays at the bottom of the window until it is dismissed. A checkbox dismisses
 * it, so that it works without scripts.
 */
export function FlashBar({ flash: { text, revision } }: { readonly flash: Flash }) {
  const texts = adminTexts.flash;
  return (
    <div
      data-flash=""
      className="[main:has(>[data-active])>&]:bottom-44 sm:[main:has(>[data-active])>&]:bottom-36 pointer-events-none sticky bottom-4 z-20 mt-auto flex justify-center has-checked:hidden print:hidden"
    >
      <div className="pointer-events-auto flex max-w-full flex-wrap items-center gap-x-3 gap-y-2 rounded-box border border-border bg-card px-4 py-2.5 text-sm shadow-lg">
        <p role="status" className="min-w-0 font-medium [overflow-wrap:anywhere]">
          <Name>{text}</Name>
        </p>
        {revision !== null && (
          <UndoForm number={revision} className="contents">
            {texts.undo}
          </UndoForm>
        )}
        {revision !== null && (
          <ButtonLink href={revisionPath(revision)} variant="quiet" size="small">
            {texts.view}
          </ButtonLink>
        )}
        <label className="cursor-pointer rounded-control px-2 py-1 text-muted-foreground underline underline-offset-4 has-focus-visible:outline-2">
          <input type="checkbox" className="sr-only" />
          {texts.dismiss}
        </label>
      </div>
    </div>
  );
}

type UndoFormProps = { readonly number: number; readonly className?: string; readonly children: ReactNode };

/**
 * Undoes one revision. If an entry was changed since, or a proof is needed, the button leads to a page that shows what
 * would change.
 */
export function UndoForm({ number, className, children }: UndoFormProps) {
  const { csrf, address } = pageForms();
  return (
    <form action={`${undoPath(number)}/submit`} method="post" className={className} data-once>
      <input type="hidden" name="csrf" value={csrf} />
      <input type="hidden" name="back" value={address} />
      <SubmitButton variant="secondary" size="small">
        {children}
      </SubmitButton>
    </form>
  );
}
