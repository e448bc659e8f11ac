import { createHash } from 'node:crypto';

/** A picture that a tenant's configuration carries. */
export type LogoFile = { readonly type: string; readonly bytes: Buffer };

/** Of the decoded picture, in bytes. */
export const maximumLogoBytes = 100_000;

const dataUri = /^data:(image\/(?:svg\+xml|png|jpeg|webp));base64,([A-Za-z0-9+/]+={0,2})$/;

/** Hexadecimal, what the first bytes of a raster picture have to be: nothing else passes under its type. */
const signatures: Readonly<Record<string, RegExp>> = {
  'image/png': /^89504e470d0a1a0a/,
  'image/jpeg': /^ffd8ff/,
  'image/webp': /^52494646.{8}57454250/,
};

/** What a drawing does not need and a browser would run, fetch or expand. */
const forbiddenInSvg =
  /<!DOCTYPE|<!ENTITY|<\?xml-stylesheet|<(?:\w+:)?(?:script|foreignObject|iframe|object|embed|animate|set|handler|listener)\b|\son\w+\s*=|javascript:|@import|url\s*\(\s*["']?\s*(?!#)|\b(?:xlink:)?href\s*=\s*["']?\s*(?!["']?\s*#)/i;

/** The picture in a `data:` URI; null when it is none that may be shown. */
export function parseLogo(text: string): LogoFile | null {
  const [, type, base64] = dataUri.exec(text) ?? [];
  if (type === undefined || base64 === undefined) return null;
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > maximumLogoBytes) return null;
  return isWhatItSays(type, bytes) ? { type, bytes } : null;
}

/** Part of its address, so that a cache may keep it for good. */
export function logoHash({ type, bytes }: LogoFile): string {
  return createHash('sha256').update(type).update(bytes).digest('base64url').slice(0, 22);
}

function isWhatItSays(type: string, bytes: Buffer): boolean {
  const signature = signatures[type];
  if (signature !== undefined) return signature.test(bytes.toString('hex', 0, 16));
  const text = bytes.toString('utf8');
  return /<svg[\s>]/.test(text) && !forbiddenInSvg.test(text);
}
