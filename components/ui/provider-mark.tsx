import type { ProviderBrand } from '#lib/providers/provider-brand';
import type { LogoSources } from '#lib/theme/brand';
import { BrandMark } from './brand-mark';
import { Monogram } from './monogram';

type ProviderMarkProps = {
  readonly name: string;
  readonly brand: ProviderBrand | null;
  readonly logo: LogoSources | null;
};

/** The picture next to the name of a provider: its own logo, the mark of a known service, or the first letter. */
export function ProviderMark({ name, brand, logo }: ProviderMarkProps) {
  if (logo !== null) return <ProviderPicture {...logo} />;
  if (brand === null) return <Monogram name={name} shape="provider" />;
  return <BrandMark brand={brand} className="mx-0.5 size-5" />;
}

/** Hidden from screen readers, because the name is next to it. */
function ProviderPicture({ plain, dark, needsPlate }: LogoSources) {
  return (
    <picture className={`flex shrink-0 ${needsPlate ? 'rounded-sm bg-plate p-0.5' : ''}`}>
      {dark !== null && <source media="(prefers-color-scheme: dark)" srcSet={dark} />}
      <img src={plain} alt="" className={`${needsPlate ? 'h-5' : 'h-6'} w-auto max-w-16 object-contain`} />
    </picture>
  );
}
