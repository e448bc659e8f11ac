import type { Comparison, Piece } from '#lib/admin/requests/compare-values';
import { texts } from '#lib/admin/requests/texts';

type ComparisonViewProps = {
  readonly comparison: Comparison;
  /** The received value is accepted by now, so the labels say what was registered then. */
  readonly isFixed: boolean;
};

/** The received value beside the registered ones, with the differences marked. */
export function ComparisonView({ comparison, isFixed }: ComparisonViewProps) {
  const { received, receivedPieces, registered, isAddress } = comparison;
  const label = isAddress
    ? texts.detail[isFixed ? 'registeredThen' : 'registered']
    : texts.detail[isFixed ? 'allowedThen' : 'allowed'];
  return (
    <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[8rem_1fr]">
      {received !== null && (
        <>
          <dt className="text-muted-foreground">{texts.detail.received}</dt>
          <dd className="min-w-0">
            <Value pieces={receivedPieces} />
          </dd>
        </>
      )}
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="grid min-w-0 gap-3">
        {registered.length === 0 && <span className="text-muted-foreground">{texts.detail.nothingRegistered}</span>}
        {registered.map(({ value, pieces, difference }) => (
          <div key={value} className="grid gap-0.5">
            <Value pieces={pieces} />
            {isAddress && (
              <span className="text-muted-foreground text-xs">
                {difference === null ? texts.detail.same : texts.detail.differs(difference)}
              </span>
            )}
          </div>
        ))}
      </dd>
    </dl>
  );
}

/** Addresses read from left to right in every language. Differences are underlined as well as colored. */
function Value({ pieces }: { readonly pieces: readonly Piece[] }) {
  return (
    <code className="break-all" dir="ltr">
      {pieces.map(({ text, differs }, index) =>
        differs ? (
          <mark
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one address never change places
            key={index}
            className="rounded-sm bg-warning-soft text-foreground underline decoration-2 decoration-destructive"
          >
            {text}
          </mark>
        ) : (
          text
        ),
      )}
    </code>
  );
}
