import { createHash } from 'node:crypto';
import { isOutboundError, type OutboundProblem } from '#lib/outbound/outbound-error';
import { sendRequest } from '#lib/outbound/send-request';
import { drawPicture, isPictureError, type PictureProblem } from '#lib/pictures/draw-picture';
import type { Settings } from '#lib/settings/settings';

/** The reasons why the logo of a client cannot be used. */
export const logoProblems = [
  'refused',
  'unresolved',
  'timeout',
  'redirected',
  'too_large',
  'encoded',
  'failed',
  'status',
  'picture_type',
  'picture_not_drawn',
  'picture_busy',
] as const satisfies readonly (OutboundProblem | `picture_${PictureProblem}` | 'status')[];
export type LogoProblem = (typeof logoProblems)[number];

type FetchedPicture =
  | { readonly problem: null; readonly hash: string; readonly picture: Buffer }
  | { readonly problem: LogoProblem };

/** In pixels: four times the size on pages, for high-resolution screens. */
const box = { width: 256, height: 256 } as const;

/**
 * Fetches the picture at a client's `logo_uri` through the guarded client and redraws it. The content type in the
 * response is ignored. It never throws because of the other server.
 */
export async function fetchLogo(
  uri: string,
  policy: Pick<Settings, 'issuer' | 'outboundAllow'>,
): Promise<FetchedPicture> {
  try {
    const headers = { accept: 'image/png, image/webp, image/jpeg, image/svg+xml' };
    const { status, bytes } = await sendRequest({ method: 'GET', url: uri, headers }, { policy, cause: 'logo' });
    if (status !== 200) return { problem: 'status' };
    const picture = await drawPicture(bytes, box);
    const hash = createHash('sha256').update(picture).digest('base64url').slice(0, 22);
    return { problem: null, hash, picture };
  } catch (error) {
    if (isOutboundError(error) || isPictureError(error)) return { problem: error.code };
    throw error;
  }
}
