import { formatHexColour, parseColour } from './colour';
import type { Theme } from './stylesheet';
import type { TokenName } from './tokens';

/** Colours as `#rrggbb`, the only notation that every mail program reads. */
export type MailColours = {
  readonly background: string;
  readonly foreground: string;
  readonly card: string;
  readonly primary: string;
  readonly primaryForeground: string;
  readonly muted: string;
  readonly mutedForeground: string;
  readonly border: string;
  readonly link: string;
};

/** The colours of a theme for mails: its light ones, unless it is dark alone. */
export function mailColours({ light, dark, mode }: Theme): MailColours {
  const palette = mode === 'dark' ? dark : light;
  const hex = (name: TokenName) => {
    const colour = parseColour(palette[name]);
    if (colour === null) throw new Error(`${name} is no colour`);
    return formatHexColour(colour);
  };
  return {
    background: hex('background'),
    foreground: hex('foreground'),
    card: hex('card'),
    primary: hex('primary'),
    primaryForeground: hex('primary-foreground'),
    muted: hex('muted'),
    mutedForeground: hex('muted-foreground'),
    border: hex('border'),
    link: hex('link'),
  };
}
