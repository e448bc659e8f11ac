import { decodeComponent } from '#lib/http/form';

/** The sender in an Authorization header, without the secret. */
type AuthorizationHeader = {
  /** The name in Basic credentials. */
  readonly basic: string | null;
  /** The access token, with the scheme Bearer or DPoP (RFC 9449 §7.1). */
  readonly bearer: string | null;
};

const nobody = { basic: null, bearer: null };

export function readAuthorizationHeader(header: string | undefined): AuthorizationHeader {
  const [, scheme = '', value = ''] = /^(basic|bearer|dpop) +(\S+)$/i.exec(header ?? '') ?? [];
  switch (scheme.toLowerCase()) {
    case 'basic':
      return { ...nobody, basic: decodeComponent(Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? '') };
    case 'bearer':
    case 'dpop':
      return { ...nobody, bearer: value };
    default:
      return nobody;
  }
}
