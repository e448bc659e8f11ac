import type { ProviderBrand } from '#lib/providers/provider-brand';
import { BrandMark } from './brand-mark';
import { Monogram } from './monogram';

type ProviderMarkProps = { readonly name: string; readonly brand: ProviderBrand | null };

/** What a provider is recognized by beside its name: the mark of a known service, or the first letter. */
export function ProviderMark({ name, brand }: ProviderMarkProps) {
  if (brand === null) return <Monogram name={name} shape="provider" />;
  return <BrandMark brand={brand} className="mx-0.5 size-5" />;
}
