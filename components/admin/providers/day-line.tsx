import { failuresPath, fixPath, signInsPath } from '#lib/admin/providers/provider-links';
import type { ProviderFace } from '#lib/admin/providers/read-provider';
import { adminTexts } from '#lib/i18n/admin/texts';
import { LastFailure } from './last-failure';
import { LeftOut } from './left-out';

type DayLineProps = Pick<ProviderFace, 'name' | 'day'>;

/** The last 24 hours at a provider: each count with a link to what it counts, and a way to fix the last problem. */
export function DayLine({ name, day: { health, isSample } }: DayLineProps) {
  const texts = adminTexts.providers.usage;
  const { succeeded, failed, lastFailure, leftOut } = health;
  const fix = lastFailure && fixPath(name, lastFailure.problem);
  return (
    <>
      {texts.dayLabel}: <Counted href={signInsPath(name)} count={succeeded} text={texts.succeeded(succeeded)} />
      {', '}
      <Counted href={failuresPath(name)} count={failed} text={texts.failed(failed)} />
      {isSample && texts.sample}
      {lastFailure && (
        <>
          <span aria-hidden="true"> · </span>
          {texts.lastFailure} <LastFailure failure={lastFailure} />{' '}
          {fix && (
            <a href={fix} className="font-medium text-foreground underline underline-offset-4">
              {adminTexts.shell.detail.fix}
            </a>
          )}
        </>
      )}
      {leftOut && (
        <>
          <span aria-hidden="true"> · </span>
          <LeftOut name={name} leftOut={leftOut} />
        </>
      )}
    </>
  );
}

type CountedProps = { readonly href: string; readonly count: number; readonly text: string };

function Counted({ href, count, text }: CountedProps) {
  if (count === 0) return text;
  return (
    <a href={href} className="underline underline-offset-4">
      {text}
    </a>
  );
}
