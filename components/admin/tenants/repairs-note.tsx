import { adminTexts } from '#lib/i18n/admin/texts';
import type { ContrastRepair } from '#lib/theme/contrast-repairs';
import { Swatch } from './swatch';

type RepairsNoteProps = {
  readonly of: ContrastRepair['key'];
  readonly repairs: readonly ContrastRepair[];
};

/** The settings that are colors. */
export const repairedColors = [
  'primary',
  'primary_dark',
  'background',
  'background_dark',
] as const satisfies readonly ContrastRepair['key'][];

/** Says how an unreadable or invisible color is repaired. Empty if no repair is necessary. */
export function RepairsNote({ of, repairs }: RepairsNoteProps) {
  const texts = adminTexts.tenants.repairs;
  const own = repairs.filter(({ key }) => key === of);
  return (
    <div data-repairs={of} role="status" className="text-[0.8125rem] empty:hidden">
      {own.length > 0 && (
        <div className="grid gap-1 rounded-lg bg-warning-soft px-3 py-2">
          <p className="font-medium text-warning">{texts.title}</p>
          <ul className="grid gap-1">
            {own.map(({ look, use, ratio, needed, instead }) => (
              <li key={`${look} ${use}`} className="flex items-start gap-2" title={texts.ratio(ratio, needed)}>
                <Swatch color={instead} />
                {texts.uses[use][look]}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
