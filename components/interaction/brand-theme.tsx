import type { Brand } from '#lib/theme/brand';
import { dark, light } from '#lib/theme/tokens';

type BrandThemeProps = { readonly brand: Brand | null; readonly nonce: string | undefined };

/**
 * A tenant's colours as CSS variables, and the colour of the browser's own bars. The text is made of numbers of ours
 * alone; nothing that somebody configured stands in it.
 */
export function BrandTheme({ brand, nonce }: BrandThemeProps) {
  const mode = brand?.mode ?? 'system';
  return (
    <>
      <meta name="color-scheme" content={mode === 'system' ? 'light dark' : mode} />
      {mode === 'system' ? (
        <>
          <meta name="theme-color" media="(prefers-color-scheme: light)" content={light.background} />
          <meta name="theme-color" media="(prefers-color-scheme: dark)" content={dark.background} />
        </>
      ) : (
        <meta name="theme-color" content={{ light, dark }[mode].background} />
      )}
      {brand !== null && <style nonce={nonce}>{brand.css}</style>}
    </>
  );
}
