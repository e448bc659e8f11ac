import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { CertificateFormat } from '#lib/settings/mtls';

/** Where a configuration of the page is run: its ports, and the folder of certificates, logs and temporary files. */
export type Place = { readonly folder: string; readonly issuerPort: number; readonly mtlsPort: number };

/** How a product of docs/behind-a-proxy.md is run with the configuration that the page shows. */
export type Product = {
  readonly name: string;
  readonly program: string;
  /** The language of its code block. */
  readonly block: string;
  readonly format: CertificateFormat;
  readonly header: (pem: string, base64: string) => Readonly<Record<string, string>>;
  /** The block with the ports of the place, in what the package of the product would have around it. */
  readonly write: (block: string, place: Place) => string;
  readonly arguments: (file: string, place: Place) => readonly string[];
};

const asNginx = (pem: string) => ({ 'x-ssl-client-cert': encodeURIComponent(pem), 'x-ssl-client-verify': 'SUCCESS' });
const asRfc9440 = (_pem: string, base64: string) => ({ 'client-cert': `:${base64}:` });

const apacheModules = ['mpm_event', 'authz_core', 'ssl', 'socache_shmcb', 'proxy', 'proxy_http', 'headers'];

export const products: readonly Product[] = [
  {
    name: 'nginx',
    program: 'nginx',
    block: 'nginx',
    format: 'nginx',
    header: asNginx,
    write: (block, { folder, issuerPort, mtlsPort }) => {
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
      const paths = temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
      const own = block
        .replace('listen 443 ssl', `listen 127.0.0.1:${issuerPort} ssl`)
        .replace('listen 8443 ssl', `listen 127.0.0.1:${mtlsPort} ssl`);
      return `daemon off; pid ${folder}/nginx.pid; events {}\nhttp { access_log off; ${paths}\n${own}}\n`;
    },
    arguments: (file, { folder }) => ['-e', `${folder}/error.log`, '-p', folder, '-c', file],
  },
  {
    name: 'Apache',
    program: 'apache2',
    block: 'apache',
    format: 'nginx',
    header: asNginx,
    write: (block, { folder, issuerPort, mtlsPort }) => {
      const modules = apacheModules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`);
      const own = block
        .replace('Listen 443', `Listen 127.0.0.1:${issuerPort}`)
        .replace('*:443', `127.0.0.1:${issuerPort}`)
        .replace('Listen 8443', `Listen 127.0.0.1:${mtlsPort}`)
        .replace('*:8443', `127.0.0.1:${mtlsPort}`);
      const around = [
        `ServerRoot ${folder}`,
        'ServerName localhost',
        `PidFile ${folder}/pid`,
        `ErrorLog ${folder}/error.log`,
      ];
      const runtime = [`DefaultRuntimeDir ${folder}`, 'Mutex pthread', 'User www-data', 'Group www-data'];
      return [...modules, ...around, ...runtime, own].join('\n');
    },
    arguments: (file) => ['-DFOREGROUND', '-f', file],
  },
  {
    name: 'HAProxy',
    program: 'haproxy',
    block: 'haproxy',
    format: 'rfc9440',
    header: asRfc9440,
    write: (block, { issuerPort, mtlsPort }) =>
      block.replace('bind :443', `bind 127.0.0.1:${issuerPort}`).replace('bind :8443', `bind 127.0.0.1:${mtlsPort}`),
    arguments: (file) => ['-db', '-f', file],
  },
  {
    name: 'Caddy',
    program: 'caddy',
    block: 'caddy',
    format: 'rfc9440',
    header: asRfc9440,
    write: (block, { folder, issuerPort, mtlsPort }) => {
      const options = `{\n\tadmin off\n\tlog {\n\t\tlevel ERROR\n\t}\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1\n\tstorage file_system ${folder}/caddy\n}\n`;
      const own = block
        .replace(/^id\.example\.com \{/m, `id.example.com:${issuerPort} {`)
        .replace('mtls.id.example.com:8443', `mtls.id.example.com:${mtlsPort}`);
      return options + own;
    },
    arguments: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
];

/** The path of an installed program. Null if there is none. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}
