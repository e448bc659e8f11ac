import { type NextRequest, NextResponse } from 'next/server';
import { createId } from '#lib/crypto/random';
import { addressHeader, pagePath } from '#lib/next/page-address';
import { pageHeaders } from '#lib/next/page-headers';
import { isDevelopment } from '#lib/settings/development';

/** Gives each page its headers and a fresh nonce, which Next puts on its scripts. It decides nothing about access. */
export function proxy(request: NextRequest): NextResponse {
  const path = pagePath(request.nextUrl.pathname);
  const headers = pageHeaders(path, createId(), isDevelopment());
  const forPage = new Headers(request.headers);
  forPage.set('content-security-policy', headers['content-security-policy'] ?? '');
  forPage.set(addressHeader, path + request.nextUrl.search);
  const response = NextResponse.next({ request: { headers: forPage } });
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

/** Pages only: every request that comes through here costs as much again as a small page. */
export const config = {
  matcher: [
    '/((?!connect/|\\.well-known/|_next/|api/|branding/|federation/|health$|metrics$|login$|[^/]+\\.(?:svg|png|ico|txt)$|(?:.*/)?submit$).*)',
  ],
};
