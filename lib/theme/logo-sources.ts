import type { Logo } from './brand';
import type { ColourMode } from './stylesheet';

export type LogoSources = {
  readonly plain: string;
  /** Where the person's setting decides; null where it does not. */
  readonly dark: string | null;
  readonly needsPlate: boolean;
};

/** Which picture stands where. A logo for light pages alone gets a light plate behind it in the dark. */
export function logoSources({ light, dark }: Logo, mode: ColourMode): LogoSources {
  if (mode === 'dark' && dark !== null) return { plain: dark, dark: null, needsPlate: false };
  return { plain: light, dark: mode === 'system' ? dark : null, needsPlate: dark === null };
}
