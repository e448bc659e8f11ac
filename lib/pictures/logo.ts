import { createHash } from 'node:crypto';
import { z } from 'zod';
import { createMemory, type Memory } from '#lib/crypto/memory';
import { singleton } from '#lib/singleton';
import { boundedText } from '#lib/vocabulary/text';
import { drawPicture, isPictureError } from './draw-picture';
import { type PictureType, pictureType } from './picture-kind';

/** A picture in the configuration: of a tenant or an identity provider. */
export type LogoFile = { readonly type: PictureType; readonly bytes: Buffer };

/** The maximum size of the decoded picture, in bytes. */
export const maximumLogoBytes = 100_000;

/** In pixels: four times the size on pages, for high-resolution screens. */
export const logoBox = { width: 768, height: 144 } as const;

const dataUri = /^data:(image\/(?:svg\+xml|png|jpeg|webp));base64,([A-Za-z0-9+/]+={0,2})$/;

/** The picture in a `data:` URI. Null if it cannot be shown. */
export function parseLogo(text: string): LogoFile | null {
  const [, type, base64] = dataUri.exec(text) ?? [];
  if (type === undefined || base64 === undefined) return null;
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > maximumLogoBytes) return null;
  const found = pictureType(bytes);
  return found === type ? { type: found, bytes } : null;
}

/** Part of its address, so that it can be cached forever. */
export function logoHash({ type, bytes }: LogoFile): string {
  return createHash('sha256').update(`drawn ${type}`).update(bytes).digest('base64url').slice(0, 22);
}

/**
 * The picture that is shown: a PNG that is drawn from it once in this process (security #126).
 * @returns null if it cannot be drawn; it is tried again later, because the machine may have been too busy
 */
export function drawLogo(file: LogoFile): Promise<Buffer | null> {
  const hash = logoHash(file);
  const known = drawnLogos().recall(hash);
  if (known !== undefined && performance.now() < known.until) return known.picture;
  const drawn = { picture: drawPicture(file.bytes, logoBox).catch(nothing), until: Number.POSITIVE_INFINITY };
  drawnLogos().keep(hash, drawn);
  void drawn.picture.then((picture) => {
    if (picture === null) drawn.until = performance.now() + retryMs;
  });
  return drawn.picture;
}

const retryMs = 60_000;

/** A drawn picture, or the time of the next attempt. */
type DrawnLogo = { readonly picture: Promise<Buffer | null>; until: number };

/** About 20 kB each. */
const knownLogos = 200;

function drawnLogos(): Memory<DrawnLogo> {
  return singleton('drawn-logos', () => createMemory<DrawnLogo>(knownLogos));
}

function nothing(error: unknown): null {
  if (isPictureError(error)) return null;
  throw error;
}

/** Base64 turns three bytes into four characters. */
const maximumLogoCharacters = Math.ceil((maximumLogoBytes * 4) / 3) + 40;

/** A picture in the configuration, because pages load nothing from other sites. */
export const logoText = boundedText(
  maximumLogoCharacters,
  z.refine((text) => parseLogo(text) !== null, {
    error: `expected data:image/svg+xml;base64,… (or png, jpeg, webp) of at most ${maximumLogoBytes / 1000} kB; an SVG must not contain a document type or images`,
    params: { code: 'logo' },
  }),
)
  .nullable()
  .default(null);
