import { dark, light, measures, type Palette } from './tokens';

/** `system` follows the person's setting; a tenant may decide for one. */
export type ColourMode = 'system' | 'light' | 'dark';

export type Theme = {
  readonly light: Palette;
  readonly dark: Palette;
  readonly mode: ColourMode;
  /** A CSS length. */
  readonly radius: string;
};

export const portalTheme: Theme = { light, dark, mode: 'system', radius: measures.radius };

/** A theme as CSS variables of the document, for every light it can be shown in. */
export function themeCss({ light, dark, mode, radius }: Theme): string {
  const scheme = mode === 'system' ? 'light dark' : mode;
  const first = rule({ '--radius': radius, ...variables(mode === 'dark' ? dark : light) }, `color-scheme: ${scheme};`);
  if (mode !== 'system') return first;
  return `${first}\n@media (prefers-color-scheme: dark) {\n${indent(rule(variables(dark)))}}\n`;
}

/** The portal's own look: app/tokens.css and the beginning of the static pages' style. */
export function portalCss(): string {
  const { 'logo-height': logoHeight, 'font-sans': sans, 'font-mono': mono } = measures;
  const fixed = rule({ '--logo-height': logoHeight, '--font-sans': sans, '--font-mono': mono });
  return `${themeCss(portalTheme)}\n${fixed}`;
}

function variables(palette: Palette): Record<string, string> {
  return Object.fromEntries(Object.entries(palette).map(([name, value]) => [`--${name}`, value]));
}

function rule(declarations: Readonly<Record<string, string>>, first = ''): string {
  const lines = Object.entries(declarations).map(([name, value]) => `${name}: ${value};`);
  return `:root {\n${[first, ...lines]
    .filter(Boolean)
    .map((line) => `  ${line}\n`)
    .join('')}}\n`;
}

function indent(css: string): string {
  return css.replace(/^(?=.)/gm, '  ');
}
