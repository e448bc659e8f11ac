import { formatHexColor, parseColor } from './color';
import type { Theme } from './stylesheet';
import type { TokenName } from './tokens';

/** Colors as `#rrggbb`, the only notation that every mail program supports. */
export type MailColors = {
  readonly background: string;
  readonly foreground: string;
  readonly card: string;
  readonly primary: string;
  readonly primaryForeground: string;
  readonly primaryBorder: string;
  readonly muted: string;
  readonly mutedForeground: string;
  readonly border: string;
  readonly link: string;
};

/** The colors of a theme for mails: its light ones, unless the theme is only dark. */
export function mailColors({ light, dark, mode }: Theme): MailColors {
  const palette = mode === 'dark' ? dark : light;
  const hex = (name: TokenName) => {
    const color = parseColor(palette[name]);
    if (color === null) throw new Error(`${name} is no color`);
    return formatHexColor(color);
  };
  return {
    background: hex('background'),
    foreground: hex('foreground'),
    card: hex('card'),
    primary: hex('primary'),
    primaryForeground: hex('primary-foreground'),
    primaryBorder: hex('primary-border'),
    muted: hex('muted'),
    mutedForeground: hex('muted-foreground'),
    border: hex('border'),
    link: hex('link'),
  };
}
