import { describe, expect, it } from 'vitest';
import { checkTarget, findTargetProblem } from './check-target';

const policy = { issuer: 'https://op.example', outboundAllow: [] };
const local = { issuer: 'http://localhost:3000', outboundAllow: ['localhost', '127.0.0.1', '[::1]', 'idp.lan'] };

describe('what outbound requests may reach (security #123)', () => {
  it.each([
    ['loopback', 'https://127.0.0.1/'],
    ['loopback, short', 'https://127.1/'],
    ['loopback, hexadecimal', 'https://0x7f.1/'],
    ['loopback, one number', 'https://2130706433/'],
    ['loopback, octal', 'https://0177.0.0.1/'],
    ['loopback, IPv6', 'https://[::1]/'],
    ['an IPv4-mapped address', 'https://[::ffff:169.254.169.254]/'],
    ['an IPv4-compatible address', 'https://[::7f00:1]/'],
    ['NAT64', 'https://[64:ff9b::7f00:1]/'],
    ['6to4', 'https://[2002:7f00:1::]/'],
    ['unique local', 'https://[fd00::1]/'],
    ['link-local with a zone', 'https://[fe80::1%25eth0]/'],
    ['link-local', 'https://[fe80::1]/'],
    ['unspecified', 'https://0.0.0.0/'],
    ['the metadata service', 'https://169.254.169.254/latest/meta-data/'],
    ['the metadata service of another cloud', 'https://100.100.100.200/'],
    ['private', 'https://10.0.0.1/'],
    ['private, full-width digits', 'https://１０.0.0.1/'],
    ['a name for metadata', 'https://metadata.google.internal/'],
    ['a name of loopback', 'https://x.localhost/'],
    ['a name of loopback with a dot', 'https://localhost./'],
    ['a name without a dot', 'https://intranet/'],
    ['a name of the local network', 'https://printer.local/'],
    ['http', 'http://rp.example/'],
    ['user information', 'https://user:pw@rp.example/'],
    ['a username alone', 'https://rp.example@127.0.0.1/'],
    ['port 22', 'https://rp.example:22/'],
    ['port 5432', 'https://rp.example:5432/'],
    ['a file', 'file:///etc/passwd'],
    ['gopher', 'gopher://rp.example/'],
    ['our own host', 'https://op.example/connect/token'],
    ['our own host on another port', 'https://op.example:8443/'],
    ['our own host with the dot of the root', 'https://op.example./connect/token'],
    ['our own host with that dot on another port', 'https://OP.example.:8443/'],
    ['nothing', ''],
    ['no host', 'https://'],
    ['a path', '/logout'],
  ])('is not %s', (_, url) => {
    expect(findTargetProblem(url, policy)).not.toBeNull();
    expect(() => checkTarget(url, policy)).toThrowError(expect.objectContaining({ code: 'refused' }));
  });

  it.each([
    'https://rp.example/logout?a=b',
    'https://rp.example:443/',
    'https://rp.example:8443/x',
    'https://1.1.1.1/',
  ])('is %s', (url) => {
    expect(findTargetProblem(url, policy)).toBeNull();
  });

  it.each(['http://localhost:4000/', 'http://127.0.0.1:4000/', 'https://[::1]:4000/', 'http://idp.lan:22/'])(
    'is %s when SIGNET_OUTBOUND_ALLOW names its host',
    (url) => {
      expect(checkTarget(url, local)).toMatchObject({ allowed: true });
      expect(findTargetProblem(url, policy)).not.toBeNull();
    },
  );

  it.each(['http://localhost:3000/', 'http://x.localhost:4000/', 'http://127.0.0.2/', 'http://u@localhost:4000/'])(
    'is not %s although neighbours are allowed',
    (url) => {
      expect(findTargetProblem(url, local)).not.toBeNull();
    },
  );
});
