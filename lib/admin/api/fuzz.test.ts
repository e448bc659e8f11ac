import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiConfiguration, createTestApi, type TestApi } from '#lib/testing/admin-api';
import { arbitraryFrom, isRecord, someOf, spoiled } from '#lib/testing/arbitrary-from-schema';
import { checkAnswer } from '#lib/testing/check-answer';
import { traceRequest } from '#lib/testing/trace-request';
import { buildDocument } from './document/build-document';
import { operations } from './operations';

const document = buildDocument(operations);
const components = record(record(document.components).schemas);
/** The seed is fixed, so a failure can be reproduced. */
const plan = { numRuns: 8, seed: 20_270_101 };

let api: TestApi;
let token: string;
/** Values that exist, and values that do not. */
const known: Record<string, readonly string[]> = {
  client_id: ['web', 'console', 'other'],
  name: ['orders', 'openid', 'corp', 'acme'],
};

beforeAll(async () => {
  api = await createTestApi({
    ...apiConfiguration,
    identity_providers: [{ name: 'corp', type: 'github', display_name: 'Corp', client_id: 'x', client_secret: 'y' }],
    tenants: [{ name: 'acme', display_name: 'Acme' }],
  });
  token = await api.tokenOf('owner', 'signet.admin.owner');
  const { json } = await api.call('GET', '/users', { token });
  known.sub = Array.isArray(json.items) ? json.items.map(({ sub }) => String(sub)) : [];
  const { trace_id: trace, step_id: step } = await traceRequest(api, token, 'web');
  Object.assign(known, { trace_id: [trace], step_id: [step], number: await makeRevisions() });
});
afterAll(() => api.close());

/** Creates two revisions that can be undone. Undoing the very first revision would delete the client of the caller. */
async function makeRevisions(): Promise<readonly string[]> {
  for (const tosUri of ['https://rp.test/a', 'https://rp.test/b']) {
    await api.call('PATCH', '/clients/web', { token, body: { tos_uri: tosUri }, headers: { 'if-match': '*' } });
  }
  const { json } = await api.call('GET', '/revisions?limit=2', { token });
  return Array.isArray(json.items) ? json.items.map(({ number }) => String(number)) : [];
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

const strange = fc.oneof(
  fc.constantFrom('none', '~new', '%7E', '%2F', '%C3%A4', '%00'),
  fc.string({ minLength: 1, maxLength: 30 }).map(encodeURIComponent),
);

function segment(part: string): fc.Arbitrary<string> {
  const names = known[part] ?? [];
  return names.length === 0
    ? strange
    : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: strange });
}

const strangeHeaders = fc.record(
  {
    'if-match': fc.constantFrom('*', '"x"', 'x', ''),
    'if-none-match': fc.constantFrom('*', '"x"'),
    'idempotency-key': fc.constantFrom('k', 'm n', ''),
    'signet-reason': fc.constantFrom('because', 'x'.repeat(301), '\u00ff'),
  },
  { requiredKeys: [] },
);
const header: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ 'if-match': '*' }) },
  { weight: 1, arbitrary: strangeHeaders },
);

function queryValue(schema: unknown): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 6, arbitrary: arbitraryFrom(schema, components) }, { weight: 1, arbitrary: fc.string() });
}

describe('requests generated from the document (security #152)', () => {
  for (const [path, methods] of Object.entries(record(document.paths))) {
    for (const [method, described] of Object.entries(record(methods))) {
      const operation = record(described);
      const parameters = Array.isArray(operation.parameters) ? operation.parameters.map(record) : [];
      const bodySchema = record(record(record(record(operation.requestBody).content)['application/json']).schema);
      const hasBody = operation.requestBody !== undefined;
      const valid = hasBody ? arbitraryFrom(bodySchema, components) : fc.constant(undefined);
      const body = hasBody ? fc.oneof(valid, valid, spoiled(valid)) : valid;
      const query = someOf(parameters.filter((parameter) => parameter.in === 'query')).chain((chosen) =>
        fc.record(Object.fromEntries(chosen.map(({ name, schema }) => [String(name), queryValue(schema)]))),
      );
      it(`${method.toUpperCase()} ${path} never fails, and answers as described`, async () => {
        const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, part = '']) => segment(part));
        const request = fc.tuple(fc.tuple(...parts), query, body, header);
        await fc.assert(
          fc.asyncProperty(request, async ([segments, asked, sent, headers]) => {
            const names = [...segments];
            const address = path.replace(/\{\w+\}/g, () => names.shift() ?? 'x');
            const search = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]));
            const answer = await api.call(method.toUpperCase(), `${address}?${search}`, { token, body: sent, headers });
            expect(answer.status, answer.body).toBeLessThan(500);
            expect([401, 403], answer.body).not.toContain(answer.status);
          }),
          plan,
        );
      });
    }
  }
});

describe('the check of answers, which every call of the API makes in tests', () => {
  const type = { 'content-type': 'application/json' };

  it.each([
    ['a body of another form', { status: 200, headers: type, body: '{"items":[{}],"next":null}' }],
    ['a member too many', { status: 200, headers: type, body: '{"items":[],"next":null,"more":1}' }],
    ['a status that is not listed', { status: 404, headers: type, body: '' }],
    ['another media type', { status: 400, headers: type, body: '{}' }],
  ])('finds %s', (_, answer) => {
    expect(() => checkAnswer('GET', '/clients', answer)).toThrow();
  });

  it('accepts what is as described', () => {
    checkAnswer('GET', '/clients', { status: 200, headers: type, body: '{"items":[],"next":null}' });
  });
});
