import { expect, test } from 'playwright/test';
import { codeRequest, formFields, locationOf, signInByForm } from '#lib/testing/http-browser';
import { mutate, pick, type Random, seededRandom } from '#lib/testing/mutate';
import type { RawRequest } from '#lib/testing/raw-http';
import {
  authorizeQuery,
  basic,
  endpointPaths,
  errorLines,
  form,
  formPaths,
  type HostileServer,
  issuer,
  pagePaths,
  person,
  redirectUri,
  startHostileServer,
} from './hostile-server';

/** The same seed produces the same requests in the same order. */
const seed = Number(process.env.FUZZ_SEED ?? 20_270_101);
/** The number of requests for each target. By default there are few. */
const asked = process.env.FUZZ_REQUESTS === undefined ? undefined : Number(process.env.FUZZ_REQUESTS);
const atOnce = 8;

/** One request, split into parts that may each be changed. */
type Parts = { method: string; path: string; query: string; body: string; headers: Record<string, string> };

let server: HostileServer;

test.beforeAll(async () => {
  server = await startHostileServer({ env: { SIGNET_LOG_LEVEL: 'error' } });
});
test.afterAll(async () => {
  await server.stop();
});

const posted = { ...form, origin: issuer };
const token: Omit<Parts, 'body'> = {
  method: 'POST',
  path: '/connect/token',
  query: '',
  headers: { ...form, authorization: basic('web') },
};
const handle = 'A'.repeat(43);
const bodies = [
  'grant_type=client_credentials&scope=orders&client_id=m2m&client_secret=m2m-secret-of-the-hostile-tests',
  `grant_type=authorization_code&code=${handle}&redirect_uri=${encodeURIComponent(redirectUri)}&code_verifier=${handle}`,
  `grant_type=refresh_token&refresh_token=${handle}&scope=openid`,
];

/** A page takes ten times as long as an endpoint. */
const askedOfPages = asked && Math.ceil(asked / 10);

/** A target, the number of requests to it, and the requests that the mutations start from. */
const targets: [name: string, count: number, starts: () => Promise<Parts[]> | Parts[]][] = [
  ['/connect/token', asked ?? 1000, () => bodies.map((body) => ({ ...token, body }))],
  [
    '/connect/authorize',
    asked ?? 1000,
    () => [
      {
        method: 'GET',
        path: '/connect/authorize',
        query: authorizeQuery({ prompt: 'login' }),
        body: '',
        headers: { cookie: `__Host-signet-flow=${handle}` },
      },
      {
        method: 'POST',
        path: '/connect/authorize',
        query: '',
        body: authorizeQuery({ prompt: 'none', max_age: '0', id_token_hint: 'x.y.z' }),
        headers: form,
      },
    ],
  ],
  ['/connect/userinfo', asked ?? 1500, userinfoStarts],
  [
    'documents',
    asked ?? 1000,
    () =>
      ['/.well-known/openid-configuration', '/.well-known/openid-configuration/jwks', '/health', '/metrics'].map(
        (path) => ({
          method: 'GET',
          path,
          query: 'a=b',
          body: '',
          headers: { 'if-none-match': '"x"', origin: 'https://spa.test', 'x-forwarded-for': '192.0.2.1' },
        }),
      ),
  ],
  ...otherTargets(),
  ['pages', askedOfPages ?? 400, pageStarts],
  ['/login/submit', askedOfPages ?? 500, () => openForm('/login/submit')],
  ['/consent/submit', askedOfPages ?? 500, () => openForm('/consent/submit')],
  ['/logout/submit and /setup/submit', askedOfPages ?? 500, formStarts],
];

test.describe.configure({ mode: asked === undefined ? 'default' : 'parallel', timeout: 1_800_000 });

for (const [index, [name, count, starts]] of targets.entries()) {
  test(`${count} mutations of ${name} cause no 5xx and no crash (security #152)`, async () => {
    const random = seededRandom(seed + index);
    const given = await starts();
    const sent = new Map<string, Sent>();
    const failures: string[] = [];
    let left = count;
    const work = async () => {
      while (left > 0) {
        left -= 1;
        const start = pick(random, given);
        const request = mutateParts(random, start);
        const began = performance.now();
        const answer = await server.ask(request);
        note(sent, start.path, answer.status, performance.now() - began);
        // CONNECT asks for a tunnel and gets no answer, so the status is 0.
        if (answer.status >= 500 || (answer.status === 0 && request.method !== 'CONNECT'))
          failures.push(`${answer.status} ${JSON.stringify(request)}`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    for (const one of sent.values()) test.info().annotations.push({ type: 'sent', description: JSON.stringify(one) });
    expect(failures.slice(0, 5), `seed ${seed}`).toEqual([]);
    expect(errorLines(server.output()), `seed ${seed}`).toEqual([]);
    expect((await server.ask({ path: '/health' })).status).toBe(200);
  });
}

/** The answers to the requests that started from one address, for the report of the attacks. */
type Sent = { to: string; requests: number; statuses: Record<string, number>; slowestMs: number };

function note(sent: Map<string, Sent>, to: string, status: number, ms: number): void {
  const one = sent.get(to) ?? { to, requests: 0, statuses: {}, slowestMs: 0 };
  one.requests += 1;
  one.statuses[status] = (one.statuses[status] ?? 0) + 1;
  one.slowestMs = Math.max(one.slowestMs, ms);
  sent.set(to, one);
}

function mutateParts(random: Random, { method, path, query, body, headers }: Parts): RawRequest {
  const part = pick(random, ['path', 'query', 'query', 'body', 'body', 'body', 'header', 'method'] as const);
  const change = (name: typeof part, text: string) => (part === name ? mutate(random, text) : text);
  const lineless = (text: string) => text.replace(/[\r\n \0]/g, '~');
  const name = pick(random, Object.keys(headers));
  const changed = part === 'header' ? { [name]: mutate(random, headers[name] ?? '').replace(/[\r\n\0]/g, '~') } : {};
  const target = lineless(`/${change('path', path.slice(1))}`);
  const asked = lineless(change('query', query));
  return {
    method:
      part === 'method' ? pick(random, ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE']) : method,
    path: asked === '' ? target : `${target}?${asked}`,
    headers: { ...headers, ...changed },
    ...(method === 'GET' ? {} : { body: toBytes(change('body', body)) }),
  };
}

/** One character for each byte, as the socket sends it. */
function toBytes(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

async function userinfoStarts(): Promise<Parts[]> {
  const answer = await server.ask({
    path: '/connect/token',
    method: 'POST',
    headers: { ...form, authorization: basic('m2m') },
    body: 'grant_type=client_credentials',
  });
  const accessToken: string = JSON.parse(answer.body).access_token;
  const bearer = { authorization: `Bearer ${accessToken}` };
  return [
    { method: 'GET', path: '/connect/userinfo', query: '', body: '', headers: bearer },
    { method: 'POST', path: '/connect/userinfo', query: '', body: `access_token=${accessToken}`, headers: form },
  ];
}

/** Each endpoint of the protocol separately if there is time, and the forms of the pages together. */
function otherTargets(): typeof targets {
  const named = ['/connect/token', '/connect/authorize', '/connect/userinfo', '/login/submit', '/consent/submit'];
  const others = formPaths.filter((path) => !named.includes(path));
  if (asked === undefined) return [['every other endpoint that takes a form', 1000, () => otherStarts(others)]];
  const endpoints = others.filter((path) => endpointPaths.includes(path));
  return [
    ...endpoints.map((path): (typeof targets)[number] => [path, asked, () => otherStarts([path])]),
    [
      'every form of a page',
      Math.ceil(asked / 10),
      () => otherStarts(others.filter((path) => !endpoints.includes(path))),
    ],
  ];
}

/** One form with the fields of all other endpoints. Each reads its own. */
function otherStarts(paths: readonly string[]): Parts[] {
  const fields = {
    token: handle,
    token_type_hint: 'refresh_token',
    id_token_hint: `${handle}.${handle}.${handle}`,
    post_logout_redirect_uri: redirectUri,
    user_code: 'BCDF-GHJK',
    decision: 'continue',
    scope: 'openid profile',
    client_assertion_type: '',
    state: 's',
  };
  return paths.flatMap((path) => [
    { method: 'POST', path, query: '', body: new URLSearchParams(fields).toString(), headers: token.headers },
    {
      method: 'POST',
      path,
      query: '',
      body: authorizeQuery(fields),
      headers: { ...posted, cookie: `__Host-signet-flow=${handle}` },
    },
    {
      method: 'GET',
      path,
      query: new URLSearchParams(fields).toString(),
      body: '',
      headers: { cookie: `__Host-signet-flow=${handle}` },
    },
  ]);
}

function pageStarts(): Parts[] {
  const headers = {
    cookie: `__Host-signet-flow=${handle}; __Host-signet=Fe26.2*1*${handle}*${handle}*${handle}**${handle}*${handle}~2`,
    'accept-language': 'en',
    rsc: '1',
    'next-router-state-tree': '%5B%22%22%5D',
    'next-action': handle,
    'content-type': 'multipart/form-data; boundary=x',
  };
  const plain = { cookie: headers.cookie, 'accept-language': 'en', ...form };
  const paths = [...pagePaths, '/_next/static/chunks/x.js', '/nowhere'];
  return paths.flatMap((path) => [
    { method: 'GET', path, query: `interaction=${handle}&token=${handle}&done=1`, body: '', headers: plain },
    {
      method: 'POST',
      path,
      query: `interaction=${handle}`,
      body: '--x\r\nContent-Disposition: form-data; name="1_$ACTION_ID_0"\r\n\r\n["$K1"]\r\n--x--\r\n',
      headers,
    },
  ]);
}

/** The form of a page in a person's browser, with its cookies. */
async function openForm(path: string): Promise<Parts[]> {
  const cookies = new Map<string, string>();
  const browser = server.browse((response) => {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
  });
  const { url } = codeRequest(issuer, {
    client_id: 'web',
    redirect_uri: redirectUri,
    scope: 'openid profile',
    prompt: 'login consent',
  });
  const page = path === '/login/submit' ? locationOf(await browser.get(url)) : await signInByForm(browser, url, person);
  const fields = formFields(await (await browser.get(page)).text());
  // The passwords are empty, because this tests the form and not the hash.
  const typed =
    path === '/login/submit' ? { username: 'alice', password: '', decision: 'sign_in' } : { decision: 'allow?' };
  const body = new URLSearchParams([...fields, ...Object.entries(typed)]).toString();
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
  return [{ method: 'POST', path, query: '', body, headers: { ...posted, cookie } }];
}

function formStarts(): Parts[] {
  const headers = { ...posted, cookie: `__Host-signet-flow=${handle}` };
  return [
    { method: 'POST', path: '/logout/submit', query: '', body: `csrf=${handle}&decision=sign_out`, headers },
    { method: 'POST', path: '/setup/submit', query: '', body: `token=${handle}&password=a&confirmation=b`, headers },
  ];
}
