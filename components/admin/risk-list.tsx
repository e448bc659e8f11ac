import { texts } from '#lib/admin/history/texts';

/** What a change breaks or takes away, in words. */
export function RiskList({ risks }: { readonly risks: readonly string[] }) {
  if (risks.length === 0) return null;
  return (
    <ul className="grid gap-0.5 text-destructive text-sm" aria-label={texts.restore.risks}>
      {risks.map((risk) => (
        <li key={risk} className="[overflow-wrap:anywhere]">
          {risk}
        </li>
      ))}
    </ul>
  );
}
