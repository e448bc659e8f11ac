import type { Context } from '#lib/context';

/**
 * The endpoints that are also served at the mTLS origin (RFC 8705 §5). Pages are not, because browsers would ask people
 * for certificates.
 */
const endpoints = {
  token_endpoint: '/connect/token',
  pushed_authorization_request_endpoint: '/connect/par',
  device_authorization_endpoint: '/connect/deviceauthorization',
  userinfo_endpoint: '/connect/userinfo',
  introspection_endpoint: '/connect/introspect',
  revocation_endpoint: '/connect/revocation',
  registration_endpoint: '/connect/register',
} as const;

const paths: ReadonlySet<string> = new Set(Object.values(endpoints));

export function isMtlsPath(path: string): boolean {
  return paths.has(path);
}

/** The mTLS members of discovery (RFC 8705 §3.3, §5). Empty if mTLS is off. */
export function describeMtls({ settings, snapshot }: Pick<Context, 'settings' | 'snapshot'>) {
  if (settings.mtls === null) return {};
  const { origin } = settings.mtls;
  const isOpen = snapshot.portal.dynamicRegistration !== 'off';
  const offered = Object.entries(endpoints).filter(([name]) => isOpen || name !== 'registration_endpoint');
  return {
    tls_client_certificate_bound_access_tokens: true,
    mtls_endpoint_aliases: Object.fromEntries(offered.map(([name, path]) => [name, origin + path])),
  };
}
