import { decodeComponent } from '#lib/http/form';

/** What an Authorization header says of its sender; the secret is left where it is. */
export type Authorization = {
  /** The name that Basic credentials are for. */
  readonly basic: string | null;
  readonly bearer: string | null;
};

const nobody = { basic: null, bearer: null };

export function readAuthorization(header: string | undefined): Authorization {
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
