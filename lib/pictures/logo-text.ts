import { z } from 'zod';
import { boundedText } from '#lib/vocabulary/text';
import { maximumLogoBytes, parseLogo } from './logo';

/** Base64 turns three bytes into four characters. */
const maximumLogoCharacters = Math.ceil((maximumLogoBytes * 4) / 3) + 40;

/** A picture in the configuration, because pages load nothing from other sites. */
export const logoText = boundedText(
  maximumLogoCharacters,
  z.refine((text) => parseLogo(text) !== null, {
    error: `expected data:image/svg+xml;base64,… (or png, jpeg, webp) of at most ${maximumLogoBytes / 1000} kB; a drawing without a document type and without pictures inside it`,
    params: { code: 'logo' },
  }),
)
  .nullable()
  .default(null);
