import { describe, expect, it } from 'vitest';
import { applicationTypeOf, redirectUriProblem } from './redirect-uri';

const web = { native: false, purpose: 'redirect' } as const;
const native = { native: true, purpose: 'redirect' } as const;

describe('redirectUriProblem for a web client', () => {
  it.each([
    'https://rp.test/cb',
    'https://rp.test',
    'https://rp.test/',
    'https://rp.test:8443/cb',
    'https://rp.test:443/cb',
    'https://rp.test/cb?tenant=a&x=1',
    'https://rp.test/a%20b/%C3%A9',
    'https://xn--strae-oqa.test/cb',
    'https://[2001:db8::1]/cb',
    'http://127.0.0.1/cb',
    'http://127.0.0.1:51004/cb',
    'http://[::1]:51004/cb',
    'http://localhost:3000/demo/callback',
  ])('accepts %s', (uri) => {
    expect(redirectUriProblem(uri, web)).toBeNull();
  });

  it.each([
    ['https://rp.test/cb#f', 'redirect_uri_fragment'],
    ['https://rp.test/cb#', 'redirect_uri_fragment'],
    ['https://*.rp.test/cb', 'redirect_uri_wildcard'],
    ['https://rp.test/*', 'redirect_uri_wildcard'],
    ['http://rp.test/cb', 'redirect_uri_http'],
    ['http://127.0.0.2/cb', 'redirect_uri_http'],
    ['http://0.0.0.0/cb', 'redirect_uri_http'],
    ['http://localhost.rp.test/cb', 'redirect_uri_http'],
    ['http://127.0.0.1.evil.test/cb', 'redirect_uri_http'],
    ['http://2130706433/cb', 'uri_host'],
    ['http://0x7f.1/cb', 'uri_host'],
    ['http://127.1/cb', 'uri_host'],
    ['http://[0:0:0:0:0:0:0:1]/cb', 'uri_host'],
    ['http://[::ffff:127.0.0.1]/cb', 'uri_host'],
    ['https://RP.test/cb', 'uri_host'],
    ['https://rp.test:0443/cb', 'uri_host'],
    ['https:///cb', 'uri_host'],
    ['https://x;y/cb', 'uri_host'],
    ["https://x'y/cb", 'uri_host'],
    ['https://x,y/cb', 'uri_host'],
    ['https://x_y.test/cb', 'uri_host'],
    ['https://rp.test./cb', 'uri_host'],
    ['https://', 'uri_host'],
    ['https://rp.test:99999/cb', 'uri_host'],
    ['https://rp.test@evil.test/cb', 'uri_userinfo'],
    ['https://user:pw@rp.test/cb', 'uri_userinfo'],
    ['https://rp.test\\@evil.test/cb', 'uri_characters'],
    ['https://rp。test/cb', 'uri_characters'],
    ['https://rp.test/cb\t', 'uri_characters'],
    ['https://r\np.test/cb', 'uri_characters'],
    ['https://rp.test/a b', 'uri_characters'],
    ['https://rp.test/"><svg>', 'uri_characters'],
    [' https://rp.test/cb', 'redirect_uri_scheme'],
    ['https:rp.test/cb', 'redirect_uri_scheme'],
    ['//rp.test/cb', 'redirect_uri_scheme'],
    ['/cb', 'redirect_uri_scheme'],
    ['', 'redirect_uri_scheme'],
    ['HTTPS://rp.test/cb', 'redirect_uri_scheme'],
    ['https://rp.test/a/../cb', 'uri_dot_segment'],
    ['https://rp.test/a/./cb', 'uri_dot_segment'],
    ['https://rp.test/a/%2e%2E/cb', 'uri_dot_segment'],
    ['https://rp.test/a/.%2e', 'uri_dot_segment'],
    ['javascript:alert(1)', 'redirect_uri_scheme'],
    ['JaVaScRiPt:alert(1)', 'redirect_uri_scheme'],
    ['\tjavascript:alert(1)', 'redirect_uri_scheme'],
    ['data:text/html,x', 'redirect_uri_scheme'],
    ['vbscript:x', 'redirect_uri_scheme'],
    ['blob:https://rp.test/1', 'redirect_uri_scheme'],
    ['file:///etc/passwd', 'redirect_uri_scheme'],
    ['about:blank', 'redirect_uri_scheme'],
    ['intent:x', 'redirect_uri_scheme'],
    ['ws://rp.test', 'redirect_uri_scheme'],
    ['com.example.app:/cb', 'redirect_uri_scheme'],
    [`https://rp.test/${'a'.repeat(400)}`, 'redirect_uri_too_long'],
  ])('refuses %j as %s (security #1, #6, #8)', (uri, code) => {
    expect(redirectUriProblem(uri, web)?.code).toBe(code);
  });

  it.each(
    'access_token code error error_description error_uri expires_in id_token iss refresh_token response scope session_state state token_type'.split(
      ' ',
    ),
  )('refuses the response parameter %s in the registered query (security #3)', (name) => {
    expect(redirectUriProblem(`https://rp.test/cb?a=1&${name}=x`, web)?.code).toBe('redirect_uri_reserved_parameter');
  });

  it('refuses a response parameter whose name is percent-encoded (security #3)', () => {
    expect(redirectUriProblem('https://rp.test/cb?c%6fde=x', web)?.code).toBe('redirect_uri_reserved_parameter');
  });

  it('reserves only state in the query of a sign-out address (OIDC RP-Initiated Logout §3)', () => {
    const logout = { native: false, purpose: 'post_logout' } as const;
    expect(redirectUriProblem('https://rp.test/?code=x', logout)).toBeNull();
    expect(redirectUriProblem('https://rp.test/?state=x', logout)?.code).toBe('redirect_uri_reserved_parameter');
  });
});

describe('redirectUriProblem for a scheme without a dot', () => {
  const use = { ...native, schemes: ['cursor'] };

  it.each(['cursor://anysphere.cursor-mcp/oauth/callback', 'cursor://host', 'cursor://host/cb?a=1'])(
    'accepts %s if it is listed',
    (uri) => expect(redirectUriProblem(uri, use)).toBeNull(),
  );

  it.each([
    ['other://host/cb', 'redirect_uri_scheme'],
    ['cursor:/cb', 'redirect_uri_scheme'],
    ['cursor://user@host/cb', 'redirect_uri_scheme'],
    ['cursor://host:80/cb', 'redirect_uri_scheme'],
    ['Cursor://host/cb', 'redirect_uri_scheme'],
    ['cursor://host/a/../b', 'uri_dot_segment'],
    ['cursor://host/cb#f', 'redirect_uri_fragment'],
    ['cursor://host/"><svg>', 'uri_characters'],
    ['cursor://host/cb?code=x', 'redirect_uri_reserved_parameter'],
  ])('refuses %j as %s', (uri, code) => expect(redirectUriProblem(uri, use)?.code).toBe(code));

  it.each(['javascript', 'data', 'file', 'blob', 'https', 'ws', 'mailto', 'intent', 'view-source', 'x'])(
    'never accepts %s, even if it is listed',
    (scheme) => {
      const any = { ...native, schemes: 'any' } as const;
      expect(redirectUriProblem(`${scheme}://rp.test/a/../cb`, any)).not.toBeNull();
      if (scheme !== 'https')
        expect(redirectUriProblem(`${scheme}://rp.test/cb`, any)?.code).toBe('redirect_uri_scheme');
    },
  );
});

describe('redirectUriProblem for a native client', () => {
  it.each(['com.example.app:/cb', 'com.example.app:/', 'com.example-2.app:/a/b?x=1', 'https://claimed.test/cb'])(
    'accepts %s (RFC 8252 §7)',
    (uri) => {
      expect(redirectUriProblem(uri, native)).toBeNull();
    },
  );

  it.each([
    ['myapp:/cb', 'redirect_uri_scheme'],
    ['com.example.app://cb/x', 'redirect_uri_scheme'],
    ['com.example.app:///cb', 'redirect_uri_scheme'],
    ['com.example.app:cb', 'redirect_uri_scheme'],
    ['COM.example.app:/cb', 'redirect_uri_scheme'],
    ['openid:/cb', 'redirect_uri_scheme'],
    ['mailto:a@b', 'redirect_uri_scheme'],
    ['javascript:/cb', 'redirect_uri_scheme'],
    ['com.example.app:/a/../cb', 'uri_dot_segment'],
    ['com.example.app:/a b', 'uri_characters'],
    ['com.example.app:/cb#f', 'redirect_uri_fragment'],
    ['com.example.app:/cb?code=x', 'redirect_uri_reserved_parameter'],
  ])('refuses %j as %s (security #7)', (uri, code) => {
    expect(redirectUriProblem(uri, native)?.code).toBe(code);
  });
});

const unsaid = { applicationType: null, selfRegistered: false };

describe('the application type (design: configuration)', () => {
  it.each([
    [[], 'web'],
    [['https://rp.test/cb'], 'web'],
    [['http://localhost/cb'], 'web'],
    [['http://127.0.0.1/cb'], 'native'],
    [['http://127.0.0.1:5000/cb', 'http://[::1]/cb', 'com.example.app:/cb'], 'native'],
    [['http://127.0.0.1/cb', 'https://rp.test/cb'], 'web'],
    [['http://127.0.0.1.evil.test/cb'], 'web'],
  ] as const)('%j is %s', (uris, type) => {
    expect(applicationTypeOf({ ...unsaid, redirectUris: uris })).toBe(type);
  });

  it.each([
    [['https://rp.test/cb'], 'web'],
    [['http://127.0.0.1/cb', 'https://rp.test/cb'], 'native'],
    [['https://rp.test/cb', 'http://localhost:8787/cb'], 'native'],
    [['https://rp.test/cb', 'com.example.app:/cb'], 'native'],
    [['http://localhost.evil.test/cb'], 'web'],
  ] as const)('of a client that registered itself with %j as web is %s', (uris, type) => {
    expect(applicationTypeOf({ applicationType: 'web', selfRegistered: true, redirectUris: uris })).toBe(type);
  });
});
