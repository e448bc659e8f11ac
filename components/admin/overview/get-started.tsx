import type { ReactNode } from 'react';
import { Badge } from '#components/ui/badge';
import { Panel } from '#components/ui/panel';
import type { GetStarted as Started } from '#lib/admin/overview/get-started';
import { adminTexts } from '#lib/i18n/admin/texts';

type GetStartedProps = {
  readonly started: Started | null;
  /**
   * The form that closes the card and the link that removes the demo. Null for an auditor, who cannot take the steps
   * either.
   */
  readonly actions: ReactNode;
};

/** The first steps that are still open. The card is shown until someone closes it. */
export function GetStarted({ started, actions }: GetStartedProps) {
  const texts = adminTexts.overview.started;
  const steps = started?.steps ?? null;
  if (steps === null) return null;
  const done = steps.filter((step) => step.done).length;
  return (
    <Panel title={texts.title} description={texts.progress(done, steps.length)} actions={actions}>
      <ol className="grid gap-2 text-sm sm:grid-cols-2">
        {steps.map(({ step, href, done: isDone }) => (
          <li key={step} className="flex flex-wrap items-center gap-2">
            <Badge tone={isDone ? 'good' : 'neutral'}>{isDone ? texts.done : texts.open}</Badge>
            {actions === null ? (
              texts.steps[step]
            ) : (
              <a href={href} className="underline underline-offset-4">
                {texts.steps[step]}
              </a>
            )}
            {step === 'provider' && <span className="text-muted-foreground">({texts.optional})</span>}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
