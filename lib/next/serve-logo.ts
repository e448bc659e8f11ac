import { createId } from '#lib/crypto/random';
import { createContext } from '#lib/protocol/runtime';
import { isUnavailable } from '#lib/protocol/serve';
import { findLogo } from '#lib/tenants/brand';
import { ensureRuntime } from './ensure-runtime';
import { readRequestFacts } from './request-facts';

type LogoRoute = { readonly params: Promise<{ readonly tenant: string; readonly logo: string }> };

/**
 * GET /branding/<tenant>/<hash>: a tenant's picture. Its address changes with it, so a cache keeps it for good. Opened
 * by itself it is a document without scripts, style sheets from elsewhere or an origin (security #126).
 */
export async function serveLogo(request: Request, { params }: LogoRoute): Promise<Response> {
  const { tenant, logo } = await params;
  try {
    await ensureRuntime();
    const { clientAddress } = readRequestFacts((name) => request.headers.get(name));
    const { snapshot } = await createContext(createId(), { endpoint: '/branding', clientAddress });
    const owner = snapshot.tenants.get(tenant);
    const file = owner?.enabled ? findLogo(owner, logo) : null;
    if (file === null) return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } });
    return new Response(new Uint8Array(file.bytes), { headers: { ...pictureHeaders, 'content-type': file.type } });
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return new Response(null, { status: 503, headers: { 'retry-after': '1', 'cache-control': 'no-store' } });
  }
}

const pictureHeaders = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'content-disposition': 'inline; filename="logo"',
} as const;
