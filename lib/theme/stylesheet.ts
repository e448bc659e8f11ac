import { areaDark, areaLight, dark, light, measures, type Palette } from './tokens';

/** `system` follows the person's setting. A tenant can choose one of the others. */
export type ColorMode = 'system' | 'light' | 'dark';

export type Theme = {
  readonly light: Palette;
  readonly dark: Palette;
  readonly mode: ColorMode;
  /** A CSS length. */
  readonly radius: string;
  /** Font families in CSS. Null for the portal's own. */
  readonly font: string | null;
};

export const portalTheme: Theme = { light, dark, mode: 'system', radius: measures.radius, font: null };

/** A theme as CSS variables of the document, for every mode in which it can be shown. */
export function themeCss({ light, dark, mode, radius, font }: Theme): string {
  const scheme = mode === 'system' ? 'light dark' : mode;
  const fixed = { '--radius': radius, ...(font !== null && { '--font-sans': font }) };
  const first = rule({ ...fixed, ...variables(mode === 'dark' ? dark : light) }, `color-scheme: ${scheme};`);
  return mode === 'system' ? `${first}\n${inTheDark(dark)}` : first;
}

/** The tokens that only the administration has, for the end of app/tokens.css. */
export function areaCss(mode: ColorMode = 'system'): string {
  const first = rule(variables(mode === 'dark' ? areaDark : areaLight));
  return mode === 'system' ? `${first}\n${inTheDark(areaDark)}` : first;
}

/** The look of the administration if light or dark was chosen. */
export function chosenCss(mode: Exclude<ColorMode, 'system'>): string {
  return `${themeCss({ ...portalTheme, mode })}${areaCss(mode)}`;
}

/** The portal's own look: the beginning of app/tokens.css and of the static pages' style. */
export function portalCss(): string {
  const { 'logo-height': logoHeight, 'font-sans': sans, 'font-mono': mono } = measures;
  const fixed = rule({ '--logo-height': logoHeight, '--font-sans': sans, '--font-mono': mono });
  return `${themeCss(portalTheme)}\n${fixed}`;
}

function inTheDark(colors: Readonly<Record<string, string>>): string {
  return `@media (prefers-color-scheme: dark) {\n${indent(rule(variables(colors)))}}\n`;
}

function variables(palette: Readonly<Record<string, string>>): Record<string, string> {
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
