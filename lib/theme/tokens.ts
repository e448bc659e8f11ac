/**
 * The look in one place: ink on paper, and brass for the mark and the focus ring. The style sheet of Next's pages and
 * the static pages take their colors from here (`tokens.test.ts` compares the style sheet with it), and tenants' themes
 * are derived from it.
 */
export const light = {
  background: 'oklch(0.974 0.004 85)',
  foreground: 'oklch(0.225 0.012 70)',
  card: 'oklch(1 0 0)',
  'card-foreground': 'oklch(0.225 0.012 70)',
  primary: 'oklch(0.255 0.014 70)',
  'primary-hover': 'oklch(0.355 0.016 70)',
  'primary-foreground': 'oklch(0.985 0.003 85)',
  /** The border of elements that are filled with the primary color, and the fill of elements without text. */
  'primary-border': 'oklch(0.255 0.014 70)',
  muted: 'oklch(0.962 0.005 85)',
  'muted-foreground': 'oklch(0.475 0.013 75)',
  border: 'oklch(0.905 0.006 85)',
  input: 'oklch(0.63 0.012 80)',
  ring: 'oklch(0.58 0.115 70)',
  link: 'oklch(0.225 0.012 70)',
  brand: 'oklch(0.6 0.105 75)',
  destructive: 'oklch(0.495 0.17 27)',
  'destructive-soft': 'oklch(0.972 0.014 27)',
  'destructive-foreground': 'oklch(1 0 0)',
  success: 'oklch(0.48 0.1 155)',
  'success-soft': 'oklch(0.97 0.02 155)',
  warning: 'oklch(0.5 0.115 58)',
  'warning-soft': 'oklch(0.97 0.022 80)',
  info: 'oklch(0.47 0.1 250)',
  'info-soft': 'oklch(0.97 0.015 250)',
  engraving: 'oklch(0.6 0.05 75 / 0.16)',
  /** Behind a logo that is only for light pages. */
  plate: 'transparent',
  shadow: '0 1px 2px oklch(0.3 0.02 70 / 0.05), 0 12px 40px -12px oklch(0.3 0.02 70 / 0.12)',
} as const;

export type TokenName = keyof typeof light;

/** A value for every token. */
export type Palette = Readonly<Record<TokenName, string>>;

export const dark: Palette = {
  background: 'oklch(0.168 0.005 70)',
  foreground: 'oklch(0.945 0.006 85)',
  card: 'oklch(0.212 0.006 70)',
  'card-foreground': 'oklch(0.945 0.006 85)',
  primary: 'oklch(0.935 0.008 85)',
  'primary-hover': 'oklch(0.995 0.003 85)',
  'primary-foreground': 'oklch(0.205 0.01 70)',
  'primary-border': 'oklch(0.935 0.008 85)',
  muted: 'oklch(0.256 0.007 70)',
  'muted-foreground': 'oklch(0.735 0.011 80)',
  border: 'oklch(0.325 0.008 72)',
  input: 'oklch(0.565 0.012 78)',
  ring: 'oklch(0.79 0.115 80)',
  link: 'oklch(0.945 0.006 85)',
  brand: 'oklch(0.79 0.105 80)',
  destructive: 'oklch(0.765 0.125 25)',
  'destructive-soft': 'oklch(0.27 0.045 25)',
  'destructive-foreground': 'oklch(0.205 0.03 25)',
  success: 'oklch(0.79 0.12 155)',
  'success-soft': 'oklch(0.265 0.035 155)',
  warning: 'oklch(0.81 0.12 70)',
  'warning-soft': 'oklch(0.285 0.04 65)',
  info: 'oklch(0.77 0.09 245)',
  'info-soft': 'oklch(0.27 0.03 250)',
  engraving: 'oklch(0.79 0.06 80 / 0.08)',
  plate: 'oklch(0.97 0 0)',
  shadow: '0 1px 2px oklch(0 0 0 / 0.3), 0 16px 48px -12px oklch(0 0 0 / 0.5)',
};

/** Tokens only for the administration: the current page, charts and code. A tenant never changes them. */
export const areaLight = {
  accent: 'oklch(0.5 0.095 70)',
  selected: 'oklch(0.945 0.012 80)',
  chart: 'oklch(0.56 0.09 75)',
  'chart-bad': 'oklch(0.55 0.17 27)',
  grid: 'oklch(0.925 0.005 85)',
  'code-keyword': 'oklch(0.45 0.12 300)',
  'code-string': 'oklch(0.46 0.09 155)',
  'code-number': 'oklch(0.48 0.11 58)',
  'code-comment': 'oklch(0.52 0.012 78)',
} as const;

export const areaDark: Readonly<Record<keyof typeof areaLight, string>> = {
  accent: 'oklch(0.82 0.1 80)',
  selected: 'oklch(0.285 0.012 75)',
  chart: 'oklch(0.72 0.09 80)',
  'chart-bad': 'oklch(0.7 0.14 25)',
  grid: 'oklch(0.28 0.006 72)',
  'code-keyword': 'oklch(0.78 0.1 300)',
  'code-string': 'oklch(0.8 0.1 155)',
  'code-number': 'oklch(0.82 0.1 70)',
  'code-comment': 'oklch(0.69 0.011 80)',
};

/** Tokens that are the same on light and dark pages. */
export const measures = {
  radius: '0.625rem',
  'logo-height': '2.25rem',
  'font-sans':
    'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, "Noto Sans Arabic", "Noto Sans Hebrew", "PingFang SC", "Hiragino Sans", "Noto Sans CJK SC", "Noto Sans CJK JP", "Microsoft YaHei", "Yu Gothic UI", "Malgun Gothic", sans-serif',
  'font-mono': 'ui-monospace, SFMono-Regular, "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
} as const;
