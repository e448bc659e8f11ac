import { isApiProblem } from '#lib/admin/api/api-problem';
import { apiRoot, findOperation } from '#lib/admin/api/find-operation';
import { handleAdminApi } from '#lib/admin/api/handle-admin-api';
import { operations } from '#lib/admin/api/operations';
import type { MtlsFacts } from '#lib/http/client-certificate';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { getSnapshot, startSnapshot, stopSnapshot } from '#lib/snapshot/current';
import { checkAnswer } from './check-answer';
import { password } from './person';
import { basic, bodyOf, createTestProvider, type TestProvider } from './provider';

/** The secret of every client in these tests. No answer may contain it or its hash. */
export const apiSecret = 'canary-secret-0123456789abcdefghijklmnop';

const machine = { client_secrets: [{ value: apiSecret }], grant_types: ['client_credentials'] };

/**
 * Clients that act for themselves, one for each scope of the API, a console for people, and a client without any
 * permission.
 */
export const apiConfiguration = {
  scopes: [{ name: 'orders', type: 'resource', display_name: 'Orders', secrets: [{ value: apiSecret }] }],
  clients: [
    { ...machine, client_id: 'reader', scope: 'signet.admin.read' },
    { ...machine, client_id: 'editor', scope: 'signet.admin signet.admin.read' },
    { ...machine, client_id: 'owner', scope: 'signet.admin.owner signet.admin orders' },
    { ...machine, client_id: 'other', scope: 'orders' },
    {
      client_id: 'console',
      client_secrets: [{ value: apiSecret }],
      grant_types: ['password'],
      access_token_format: 'reference',
      scope: 'openid signet.admin signet.admin.read',
    },
    {
      client_id: 'web',
      client_name: 'Web shop',
      client_secrets: [{ value: apiSecret, description: 'first' }],
      redirect_uris: ['https://rp.test/cb'],
      scope: 'openid profile orders',
    },
  ],
  users: [
    { username: 'root', password, admin: 'owner' },
    { username: 'erin', password, admin: 'editor' },
    { username: 'amos', password, admin: 'auditor' },
    { username: 'alice', password, claims: { name: 'Alice Smith', email: 'alice@example.com' } },
  ],
};

export type ApiRequest = {
  readonly token?: string;
  /** Is sent as JSON. */
  readonly body?: unknown;
  /** Is sent unchanged. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What the server knows about the connection. */
  readonly facts?: Partial<MtlsFacts>;
};

/** An answer and its parsed body. */
export type ApiAnswer = HttpResponse & { readonly json: Readonly<Record<string, unknown>> };

/** The API on a new database, called without a network. */
export type TestApi = {
  readonly provider: TestProvider;
  /** @param address relative to the API's root, or the `next` of an answer */
  readonly call: (method: string, address: string, request?: ApiRequest) => Promise<ApiAnswer>;
  /** A token of a client that acts for itself, or of a person at the console, who may ask for a level. */
  readonly tokenOf: (name: string, scope?: string, acrValues?: string) => Promise<string>;
  readonly close: () => Promise<void>;
};

/** Checks an answer of an operation with the document. All tests do this. */
function checkDescribed(request: HttpRequest, answer: HttpResponse): void {
  try {
    const { operation } = findOperation(request, operations);
    checkAnswer(request.method, operation.path, answer);
  } catch (error) {
    if (!isApiProblem(error)) throw error;
  }
}

const people: ReadonlySet<string> = new Set(apiConfiguration.users.map(({ username }) => username));

/** @param environment additional settings for this test */
export async function createTestApi(
  configuration: object = apiConfiguration,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestApi> {
  const provider = await createTestProvider(configuration, environment);
  const { db, settings, now } = provider.context();
  await startSnapshot({ db, secret: settings.secret, now });
  return {
    provider,
    call: async (method, address, { token, body, text, headers = {}, facts = {} } = {}) => {
      const [path = '', query = ''] = address.replace(apiRoot, '').split('?');
      const sent = text ?? (body === undefined ? '' : JSON.stringify(body));
      const context = provider.context();
      const request = {
        ...facts,
        method,
        path: `${apiRoot}${path}`,
        query,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(sent !== '' && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: sent,
        clientAddress: '192.0.2.9',
      };
      const snapshot = await getSnapshot(context.now);
      const answer = await handleAdminApi(request, { ...context, log: context.log, snapshot });
      checkDescribed(request, answer);
      const isJson = String(answer.headers['content-type']).startsWith('application/json') || answer.status >= 400;
      const json = isJson && answer.body !== '' ? JSON.parse(answer.body) : {};
      return { ...answer, json };
    },
    tokenOf: async (name, scope, acrValues) => {
      const isPerson = people.has(name);
      const credentials = { username: name, password, acr_values: acrValues };
      const grant = isPerson
        ? { grant_type: 'password', ...credentials, scope: scope ?? 'signet.admin' }
        : { grant_type: 'client_credentials', scope };
      const authorization = basic(isPerson ? 'console' : name, apiSecret);
      const answer = await provider.post('/connect/token', grant, { authorization });
      const { access_token: token } = bodyOf(answer);
      if (typeof token !== 'string') throw new Error(`no token for ${name}: ${answer.body}`);
      return token;
    },
    close: async () => {
      stopSnapshot();
      await provider.close();
    },
  };
}
