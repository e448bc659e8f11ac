import { decodeComponent } from '#lib/http/form';

/** The sender in an Authorization header, without the secret. */
export type AuthorizationHeader = {
  /** The name in Basic credentials. */
  readonly basic: string | null;
  readonly bearer: string | null;
};

const nobody = { basic: null, bearer: null };

export function readAuthorizationHeader(header: string | undefined): AuthorizationHeader {
  const [, scheme = '', value = ''] = /^(basic|bearer) +(\S+)$/i.exec(header ?? '') ?? [];
  switch (scheme.toLowerCase()) {
    case 'basic':
      return { ...nobody, basic: decodeComponent(Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? '') };
    case 'bearer':
      return { ...nobody, bearer: value };
    default:
      return nobody;
  }
}
