import { findPictureById } from '#lib/account/profile/picture-store';
import { clientLogoFolder } from '#lib/clients/logos/client-logo';
import { findLogoPicture } from '#lib/clients/logos/logo-store';
import type { Context } from '#lib/context';
import { createId } from '#lib/crypto/random';
import { contentSecurityPolicy } from '#lib/http/security-headers';
import { drawLogo } from '#lib/pictures/logo';
import { findProviderLogo, providerLogoFolder } from '#lib/providers/provider-logo';
import { createContext } from '#lib/runtime';
import { isUnavailable } from '#lib/serve';
import { findLogo, portalFolder } from '#lib/tenants/brand';
import { lookOf } from '#lib/tenants/look';
import { peopleFolder } from '#lib/tenants/person-picture';
import { ensureRuntime } from './ensure-runtime';
import { readRequestFacts } from './request-facts';

type LogoRoute = { readonly params: Promise<{ readonly tenant: string; readonly logo: string }> };

/**
 * GET /branding/<tenant>/<hash>, /branding/~portal/<hash>, /branding/~clients/<hash>, /branding/~providers/<name>.<hash> and
 * /branding/~people/<id>: the picture of a tenant, the portal, a client, an identity provider or a person, re-encoded from any
 * format. Its address changes with it, so it can be cached forever (security #126).
 */
export async function serveLogo(request: Request, { params }: LogoRoute): Promise<Response> {
  const { tenant, logo } = await params;
  try {
    await ensureRuntime();
    const { clientAddress } = readRequestFacts((name) => request.headers.get(name));
    const context = await createContext(createId(), { endpoint: '/branding', clientAddress });
    if (tenant === peopleFolder) return await servePerson(logo, context);
    const picture = await findPicture({ tenant, logo }, context);
    return picture === null ? notFound() : new Response(new Uint8Array(picture), { headers: pictureHeaders });
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return new Response(null, { status: 503, headers: { 'retry-after': '1', 'cache-control': 'no-store' } });
  }
}

/** The picture of a person, which clients may show on their pages. */
async function servePerson(id: string, { db }: Context): Promise<Response> {
  const found = await findPictureById(db, id);
  if (found === null) return notFound();
  const headers = { ...pictureHeaders, 'content-type': found.type, 'content-disposition': 'inline' };
  return new Response(new Uint8Array(found.bytes), {
    headers: { ...headers, 'cross-origin-resource-policy': 'cross-origin' },
  });
}

function notFound(): Response {
  return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } });
}

/**
 * The picture of a client was redrawn when it was fetched. That of a tenant or a provider is redrawn when it is
 * requested.
 */
async function findPicture(
  { tenant, logo }: Awaited<LogoRoute['params']>,
  { db, snapshot }: Pick<Context, 'db' | 'snapshot'>,
): Promise<Buffer | null> {
  if (tenant === clientLogoFolder) return findLogoPicture(db, logo);
  if (tenant === providerLogoFolder) {
    const file = findProviderLogo(snapshot.providers, logo);
    return file && drawLogo(file);
  }
  const owner = tenant === portalFolder ? null : snapshot.tenants.get(tenant);
  if (owner === undefined || owner?.enabled === false) return null;
  const file = findLogo(lookOf(snapshot.portal, owner), logo);
  return file && drawLogo(file);
}

const pictureHeaders = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-type': 'image/png',
  'content-security-policy': contentSecurityPolicy([
    ['default-src', "'none'"],
    ['frame-ancestors', "'none'"],
    ['sandbox'],
  ]),
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'content-disposition': 'inline; filename="logo.png"',
} as const;
