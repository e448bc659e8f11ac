import type { HttpResponse } from '#lib/http/types';

/**
 * Creates a response with a file.
 * @param type its media type
 */
export function download(name: string, type: string, body: string): HttpResponse {
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  return { status: 200, headers, body };
}
