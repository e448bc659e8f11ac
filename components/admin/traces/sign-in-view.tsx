import { ButtonLink } from '#components/ui/button';
import type { StepView, TraceLine } from '#lib/admin/traces/read-traces';
import { tracePath } from '#lib/admin/traces/trace-path';
import { adminTexts } from '#lib/i18n/admin/texts';
import { debugAncestors } from '../debug/debug-tabs';
import { PageHeader } from '../page-header';
import { AutoRefresh } from './auto-refresh';
import { StepItem } from './step-item';
import { TraceState } from './trace-state';

type SignInViewProps = { readonly trace: TraceLine; readonly steps: readonly StepView[] };

/** One sign-in, step by step. */
export function SignInView({ trace, steps }: SignInViewProps) {
  const texts = adminTexts.traces;
  const [first] = steps;
  return (
    <>
      <PageHeader
        title={texts.signIn}
        description={texts.markHelp}
        ancestors={[
          ...debugAncestors('traces'),
          { label: texts.of(trace.clientName ?? trace.clientId), href: tracePath(trace.id) },
        ]}
        badges={<TraceState trace={trace} />}
        actions={
          trace.running &&
          first && (
            <>
              <AutoRefresh />
              <ButtonLink href={tracePath(trace.id, first.id)}>{texts.again}</ButtonLink>
            </>
          )
        }
      />
      <ol aria-label={texts.timeline} className="grid gap-4">
        {steps.map((step) => (
          <StepItem key={step.id} step={step} startedAt={first?.at ?? step.at} />
        ))}
      </ol>
    </>
  );
}
