import type { z } from 'zod';
import type { environmentSchema } from './environment-schema';
import type { CertificateFormat, ListenerSource, MtlsSettings, ProxySource } from './mtls';
import { InvalidSetting } from './settings';

type Values = z.output<typeof environmentSchema>;

type Surroundings = { readonly issuer: string; readonly fileExists: (path: string) => boolean };

/**
 * Reads the settings of mTLS, which are only valid together.
 * @returns null if mTLS is off
 * @throws InvalidSetting
 */
export function readMtls(values: Values, { issuer, fileExists }: Surroundings): MtlsSettings | null {
  const { SIGNET_MTLS_ORIGIN: origin } = values;
  if (origin === undefined) return refuseWithoutOrigin(values);
  if (origin === issuer) {
    throw new InvalidSetting(
      'SIGNET_MTLS_ORIGIN',
      'expected another origin than SIGNET_ISSUER, because its pages do not request certificates',
    );
  }
  const { SIGNET_MTLS_HEADER: format, SIGNET_MTLS_PORT: port } = values;
  if (format !== undefined && port !== undefined) {
    throw new InvalidSetting('SIGNET_MTLS_HEADER', 'expected either a header of a proxy or SIGNET_MTLS_PORT, not both');
  }
  if (format !== undefined) return { origin, source: readProxy(format, values) };
  if (port !== undefined) return { origin, source: readListener(port, values, fileExists) };
  throw new InvalidSetting('SIGNET_MTLS_ORIGIN', 'also needs SIGNET_MTLS_HEADER or SIGNET_MTLS_PORT');
}

const ofProxy = ['SIGNET_MTLS_HEADER', 'SIGNET_MTLS_HEADER_SECRET', 'SIGNET_MTLS_PROXY_VERIFIES'] as const;
const ofListener = [
  'SIGNET_MTLS_PORT',
  'SIGNET_MTLS_CERT_FILE',
  'SIGNET_MTLS_KEY_FILE',
  'SIGNET_MTLS_CA_FILE',
] as const;

function refuseWithoutOrigin(values: Values): null {
  const name = [...ofProxy, ...ofListener].find((setting) => values[setting] !== undefined);
  if (name === undefined) return null;
  throw new InvalidSetting(name, 'also needs SIGNET_MTLS_ORIGIN');
}

function readProxy(format: CertificateFormat, values: Values): ProxySource {
  const stray = ofListener.find((setting) => values[setting] !== undefined);
  if (stray !== undefined) throw new InvalidSetting(stray, 'also needs SIGNET_MTLS_PORT');
  if (values.SIGNET_TRUSTED_PROXIES.length === 0) {
    throw new InvalidSetting(
      'SIGNET_MTLS_HEADER',
      'also needs SIGNET_TRUSTED_PROXIES, because only they can send the header',
    );
  }
  const verifies = values.SIGNET_MTLS_PROXY_VERIFIES;
  if (format === 'nginx' && verifies !== undefined) {
    throw new InvalidSetting(
      'SIGNET_MTLS_PROXY_VERIFIES',
      'cannot be used with nginx, which sends the result in X-SSL-Client-Verify',
    );
  }
  return { kind: 'proxy', format, verifies: verifies === 'true', secret: values.SIGNET_MTLS_HEADER_SECRET ?? null };
}

function readListener(port: number, values: Values, fileExists: Surroundings['fileExists']): ListenerSource {
  const stray = ofProxy.find((setting) => values[setting] !== undefined);
  if (stray !== undefined) throw new InvalidSetting(stray, 'also needs SIGNET_MTLS_HEADER');
  if (port === values.PORT) throw new InvalidSetting('SIGNET_MTLS_PORT', 'expected another port than PORT');
  const file = (name: 'SIGNET_MTLS_CERT_FILE' | 'SIGNET_MTLS_KEY_FILE' | 'SIGNET_MTLS_CA_FILE') => {
    const path = values[name];
    if (path === undefined || fileExists(path)) return path ?? null;
    throw new InvalidSetting(name, `expected the path of a PEM file; there is no ${path}`);
  };
  const needed = (name: 'SIGNET_MTLS_CERT_FILE' | 'SIGNET_MTLS_KEY_FILE') => {
    const path = file(name);
    if (path !== null) return path;
    throw new InvalidSetting(name, 'expected the path of a PEM file; it is required with SIGNET_MTLS_PORT');
  };
  return {
    kind: 'listener',
    port,
    certFile: needed('SIGNET_MTLS_CERT_FILE'),
    keyFile: needed('SIGNET_MTLS_KEY_FILE'),
    caFile: file('SIGNET_MTLS_CA_FILE'),
  };
}
