import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { applicationTypeOf, redirectUriProblem, redirectUriRisk } from './redirect-uri';

const web = { native: false, purpose: 'redirect', isVouchedFor: false } as const;
const native = { native: true, purpose: 'redirect', isVouchedFor: false } as const;
const kinds = [web, native].flatMap((use) =>
  (['redirect', 'post_logout'] as const).map((purpose) => ({ ...use, purpose })),
);
const vouched = kinds.map((use) => ({ ...use, isVouchedFor: true }));

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
    const logout = { ...web, purpose: 'post_logout' } as const;
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

describe('redirectUriProblem for an administrator (security #7)', () => {
  it.each([
    'app.immich:///oauth-callback',
    'com.example.app://callback',
    'com.example.app:/callback',
    'com.example.app:callback',
    'msauth.com.example.App://auth',
    'MyApp://callback',
    'audiobookshelf://oauth',
    'oc://ios.owncloud.com',
    'oc://android.owncloud.com:8080/cb?x=1',
    'myapp:/cb',
    'exp+x://',
    'http://192.168.1.20/cb',
    'http://10.0.0.7:8096/cb',
    'http://172.16.4.1/cb',
    'http://169.254.3.4/cb',
    'http://[fd00::1]/cb',
    'http://[fe80::1]:8080/cb',
    'http://nas/cb',
    'http://nas:5000/cb',
    'http://printer.local/cb',
    'http://nas.lan/cb',
    'http://git.corp.internal/cb',
    'http://127.0.0.1/cb',
    'https://rp.test/cb',
  ])('accepts %s, native or not', (uri) => {
    for (const use of vouched) expect(redirectUriProblem(uri, use), JSON.stringify(use)).toBeNull();
  });

  const dangerous =
    'about blob content data file ftp intent javascript mailto openid sms tel urn vbscript view-source ws wss'.split(
      ' ',
    );
  it.each(dangerous)('refuses the scheme %s in any case and form', (scheme) => {
    const mixed = [...scheme].map((letter) => (randomInt(2) === 0 ? letter : letter.toUpperCase())).join('');
    for (const name of [scheme, scheme.toUpperCase(), mixed]) {
      for (const rest of [':x', ':/x', '://x', ':///x']) {
        for (const use of vouched) expect(redirectUriProblem(name + rest, use)?.code).toBe('redirect_uri_scheme');
      }
    }
  });

  it.each([
    ['HTTPS://rp.test/cb', 'redirect_uri_scheme'],
    ['HTTP://nas/cb', 'redirect_uri_scheme'],
    ['c:/windows', 'redirect_uri_scheme'],
    ['1app://cb', 'redirect_uri_scheme'],
    ['my_app://cb', 'redirect_uri_scheme'],
    [' myapp://cb', 'redirect_uri_scheme'],
    ['my\tapp://cb', 'redirect_uri_scheme'],
    ['java\nscript:alert(1)', 'redirect_uri_scheme'],
    ['myapp', 'redirect_uri_scheme'],
    ['myapp://user@host/cb', 'uri_userinfo'],
    ['myapp://host:port/cb', 'uri_host'],
    ['myapp://host/"><svg>', 'uri_characters'],
    ['myapp:/h\\x', 'uri_characters'],
    ['myapp://host/a/../b', 'uri_dot_segment'],
    ['myapp:/../b', 'uri_dot_segment'],
    ['myapp://host/cb#f', 'redirect_uri_fragment'],
    ['myapp://host/*', 'redirect_uri_wildcard'],
    ['myapp://host/cb?state=x', 'redirect_uri_reserved_parameter'],
    ['http://rp.test/cb', 'redirect_uri_http'],
    ['http://192.168.1.20.evil.test/cb', 'redirect_uri_http'],
    ['http://nas.lan.evil.test/cb', 'redirect_uri_http'],
    ['http://evil.notlan/cb', 'redirect_uri_http'],
    ['http://8.8.8.8/cb', 'redirect_uri_http'],
    ['http://172.32.0.1/cb', 'redirect_uri_http'],
    ['http://127.0.0.2/cb', 'redirect_uri_http'],
    ['http://0.0.0.0/cb', 'redirect_uri_http'],
    ['http://[2001:db8::1]/cb', 'redirect_uri_http'],
    ['http://[::ffff:10.0.0.1]/cb', 'uri_host'],
    ['http://2130706433/cb', 'uri_host'],
    ['http://nas./cb', 'uri_host'],
    ['http://user@nas/cb', 'uri_userinfo'],
  ])('refuses %j as %s', (uri, code) => {
    for (const use of vouched) expect(redirectUriProblem(uri, use)?.code, JSON.stringify(use)).toBe(code);
  });

  it.each([
    'app.immich:///oauth-callback',
    'oc://ios.owncloud.com',
    'MSAUTH.x:/y',
    'http://192.168.1.20/cb',
    'http://nas/cb',
  ])('is no rule for a client that registers itself: %s', (uri) => {
    for (const use of kinds) expect(redirectUriProblem(uri, use)).not.toBeNull();
  });

  it.each([
    ['http://nas/cb', 'http'],
    ['http://192.168.1.20/cb', 'http'],
    ['oc://ios.owncloud.com', 'scheme_without_dot'],
    ['MyApp:/cb', 'scheme_without_dot'],
    ['http://127.0.0.1/cb', null],
    ['http://localhost:3000/cb', null],
    ['app.immich:///oauth-callback', null],
    ['https://rp.test/cb', null],
  ])('warns of %s as %s', (uri, risk) => {
    expect(redirectUriRisk(uri)).toBe(risk);
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
    [['app.immich:///oauth-callback', 'MyApp://cb'], 'native'],
    [['app.immich:///oauth-callback', 'https://rp.test/cb'], 'web'],
    [['http://nas/cb'], 'web'],
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
