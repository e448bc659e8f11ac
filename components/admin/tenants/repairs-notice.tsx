import { Notice } from '#components/ui/notice';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { ContrastRepair } from '#lib/theme/contrast-repairs';
import { Swatch } from './swatch';

type RepairsNoticeProps = {
  readonly repairs: readonly ContrastRepair[];
  /** The colors as they were chosen. */
  readonly chosen: Readonly<Record<ContrastRepair['key'], string | null>>;
};

/** The colors that are not shown as they were chosen, and why. */
export function RepairsNotice({ repairs, chosen }: RepairsNoticeProps) {
  const texts = adminTexts.tenants.repairs;
  if (repairs.length === 0) return null;
  return (
    <Notice tone="warning" title={texts.title}>
      <p>{texts.text}</p>
      <ul className="grid gap-1.5 pt-2">
        {repairs.map(({ look, key, use, ratio, needed, instead }) => (
          <li key={`${look} ${use}`} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span>{texts.line(texts.uses[use][look], ratio, needed)}</span>
            <span className="inline-flex items-center gap-1.5 text-xs">
              <Swatch color={chosen[key] ?? 'transparent'} /> {texts.chosen}
            </span>
            <span className="inline-flex items-center gap-1.5 text-xs">
              <Swatch color={instead} /> {texts.shown}
            </span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
