import { BrandMark } from '#components/ui/brand-mark';
import { presetNames, presets } from '#lib/admin/providers/presets';
import { adminTexts } from '#lib/i18n/admin/texts';

/** The gallery of known providers. Each card leads to the provider's form. */
export function PresetCards() {
  const texts = adminTexts.providers.presets;
  return (
    <ul className="grid w-full gap-3 text-start sm:grid-cols-2 lg:grid-cols-3">
      {presetNames.map((preset) => (
        <li key={preset}>
          <a
            href={`/admin/providers/new/${preset}`}
            className="flex h-full items-start gap-4 rounded-lg border border-border bg-card p-4 hover:border-foreground"
          >
            <BrandMark brand={presets[preset].brand ?? 'openid'} className="size-8" />
            <span className="grid gap-0.5">
              <span className="font-semibold">{texts[preset][0]}</span>
              <span className="text-muted-foreground text-sm">{texts[preset][1]}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
