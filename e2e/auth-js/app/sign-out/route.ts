import { type NextRequest, NextResponse } from 'next/server';
import { getToken } from 'next-auth/jwt';
import { z } from 'zod';

const metadata = z.object({ end_session_endpoint: z.url() });

/** Ends the session here, then at the provider (OpenID Connect RP-Initiated Logout §2). */
export async function POST(request: NextRequest): Promise<Response> {
  const { SIGNET_ISSUER: issuer = '', NEXTAUTH_URL: origin = '' } = process.env;
  const discovery = await fetch(`${issuer}/.well-known/openid-configuration`, { cache: 'no-store' });
  const target = new URL(metadata.parse(await discovery.json()).end_session_endpoint);
  const token = await getToken({ req: request });
  target.searchParams.set('id_token_hint', String(token?.idToken ?? ''));
  target.searchParams.set('post_logout_redirect_uri', `${origin}/`);
  const response = NextResponse.redirect(target, 303);
  response.cookies.delete('next-auth.session-token');
  return response;
}
