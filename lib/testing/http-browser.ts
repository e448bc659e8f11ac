import { createHash, randomBytes } from 'node:crypto';

/** The fields of a form: one value for each name, or pairs if a name may occur several times. */
export type Fields = Readonly<Record<string, string>> | readonly (readonly [name: string, value: string])[];

/** A browser without a screen. It keeps cookies and posts forms, and follows no redirects by itself. */
export type HttpBrowser = {
  readonly get: (url: string) => Promise<Response>;
  readonly post: (url: string, fields: Fields) => Promise<Response>;
};

type Options = {
  /** The address that the server listens on, if it is not the issuer's, for example behind a proxy. */
  readonly server?: string;
  /** Headers that are sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends the requests instead of fetch, for example to a proxy with a certificate of the test. */
  readonly send?: typeof fetch;
  /** Is called with every response before the test gets it. */
  readonly observe?: (response: Response) => void;
};

/** A cookie jar over fetch for one origin. */
export function createHttpBrowser(
  origin: string,
  { server = origin, headers: own = {}, send: transmit = fetch, observe }: Options = {},
): HttpBrowser {
  const cookies = new Map<string, string>();
  const send = async (url: string, init: RequestInit) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...own, ...init.headers, ...(cookie === '' ? {} : { cookie }) };
    const address = new URL(url, origin).href.replace(origin, server);
    const response = await transmit(address, { ...init, headers, redirect: 'manual' });
    observe?.(response);
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const equals = pair.indexOf('=');
      cookies.set(pair.slice(0, equals), pair.slice(equals + 1));
    }
    return response;
  };
  return {
    get: (url) => send(url, {}),
    post: (url, fields) =>
      send(url, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
        body: encodeFields(fields),
      }),
  };
}

function encodeFields(fields: Fields): string {
  const form = new URLSearchParams();
  for (const [name, value] of Array.isArray(fields) ? fields : Object.entries(fields)) form.append(name, value);
  return form.toString();
}

export type CodeRequest = { readonly url: string; readonly verifier: string };

/** An authorization request with PKCE. Each one has a new verifier. */
export function codeRequest(issuer: string, parameters: Record<string, string>): CodeRequest {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...parameters,
  });
  return { url: `${issuer}/connect/authorize?${query}`, verifier };
}

/**
 * Signs in on the login page that an authorization request leads to.
 * @returns the address that the form redirects to
 */
export async function signInByForm(
  browser: HttpBrowser,
  authorizeUrl: string,
  person: { username: string; password: string },
): Promise<string> {
  return signInAtLogin(browser, locationOf(await browser.get(authorizeUrl)), person);
}

/**
 * Signs in on a login page.
 * @returns the address that the form redirects to
 */
export async function signInAtLogin(
  browser: HttpBrowser,
  login: string,
  person: { username: string; password: string },
): Promise<string> {
  const page = await (await browser.get(login)).text();
  const fields = { ...Object.fromEntries(formFields(page)), ...person, decision: 'sign_in' };
  return locationOf(await browser.post(new URL('/login/submit', login).href, fields));
}

/**
 * Allows the request on the consent page.
 * @returns the address that the form redirects to
 */
export async function allowByForm(browser: HttpBrowser, consentUrl: string): Promise<string> {
  const page = await (await browser.get(consentUrl)).text();
  const answer = await browser.post(new URL('/consent/submit', consentUrl).href, [
    ...formFields(page),
    ['decision', 'allow'],
  ]);
  return locationOf(answer);
}

/** Enters a user code in a signed-in browser, and allows the device. */
export async function allowDeviceByForm(browser: HttpBrowser, issuer: string, userCode: string): Promise<void> {
  const submit = `${issuer}/device/submit`;
  const confirm = locationOf(await browser.post(submit, { user_code: userCode, decision: 'continue' }));
  const page = await (await browser.get(confirm)).text();
  locationOf(await browser.post(submit, [...formFields(page), ['decision', 'allow']]));
}

/**
 * The code in a redirect to the client.
 * @throws with the redirect if it has no code
 */
export function codeIn(location: string): string {
  const code = new URL(location).searchParams.get('code');
  if (code === null) throw new Error(`no code in ${location}`);
  return code;
}

/** @throws with status and body if the response is no redirect */
export function locationOf(response: Response): string {
  const location = response.headers.get('location');
  if (location === null) throw new Error(`no redirect but ${response.status} from ${response.url}`);
  return location;
}

/** A form that asks for another view of the page, for example the choice of a language. */
const viewForm = /<form\b[^>]* method="get"[\s\S]*?<\/form>/gi;

/** The fields that the form of a page sends if nothing is changed: its hidden inputs and its selected checkboxes. */
export function formFields(html: string): [name: string, value: string][] {
  const inputs = [...html.replaceAll(viewForm, '').matchAll(/<input\b[^>]*>/g)].map(([tag]) => tag);
  const sent = inputs.filter(
    (tag) => / type="hidden"/.test(tag) || (/ type="checkbox"/.test(tag) && / checked/.test(tag)),
  );
  return sent.map((tag) => [attribute(tag, 'name'), attribute(tag, 'value')]);
}

function attribute(tag: string, name: string): string {
  return new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
}
