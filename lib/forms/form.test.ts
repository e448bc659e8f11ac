import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { HttpRequest } from '#lib/http/types';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { secretKeys } from '#lib/vocabulary/without-secrets';
import { form, type Prove, type Who } from './form';
import { file, once, text } from './read-posted';

type State = { readonly problem: string };

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({});
});
afterAll(() => provider.close());

const steps: string[] = [];
type Person = { readonly name: string };
const who: Who<Person, State> = {
  own: ['from'],
  admit: async ({ posted }) => {
    steps.push('admit');
    return posted.text('csrf') === 'right'
      ? { person: { name: 'alice' } }
      : { answer: { again: { problem: 'token' } } };
  },
  tellProblems: (issues) => ({
    again: { problem: issues.map(({ path, code }) => `${path.join('.')} ${code}`).join() },
  }),
  tellError: (error) => (error instanceof RangeError ? { again: { problem: error.message } } : null),
};
type Proven = Person & { readonly proof: string };
const fresh: Prove<Person, Proven, State> = async (person) => {
  steps.push('prove');
  return { person: { ...person, proof: 'fresh' } };
};
const stale: typeof fresh = async () => {
  steps.push('prove');
  return { answer: { goTo: '/sign-in', cookies: ['a=1'] } };
};
const fields = { name: text(5), tags: z.array(text(3)), new_secret: text(9), code: once(9) };

type Change = {
  readonly proof?: typeof fresh;
  readonly page?: string;
  readonly fails?: Error;
  readonly isOpen?: boolean;
};

function send(change: Partial<HttpRequest> & Change = {}) {
  const { proof = fresh, page, fails, isOpen = false, ...request } = change;
  const route = form('/thing/[id]/submit', {
    who,
    proof,
    fields,
    isOpen,
    ...(page !== undefined && { page }),
    handle: async ({ name, proof: given }, values) => {
      steps.push('handle');
      if (fails !== undefined) throw fails;
      const code = encodeURIComponent(values.code);
      return { goTo: `/done?by=${name}&${given}&name=${values.name}&tags=${values.tags.join('.')}&code=${code}` };
    },
  });
  steps.length = 0;
  const headers = { origin: issuer, 'content-type': 'application/x-www-form-urlencoded', ...request.headers };
  const whole = { method: 'POST', path: '/thing/7/submit', query: '', body: good, clientAddress: '192.0.2.1' };
  return route.handler({ ...whole, ...request, headers }, provider.context());
}

const good = 'csrf=right&name=+Ann+&tags=a&tags=b&new_secret=s&code=+1+&from=x&unknown=y';

describe('a form', () => {
  it('ends with one redirect after every check', async () => {
    const answer = await send();
    const location = `${issuer}/done?by=alice&fresh&name=Ann&tags=a.b&code=%201%20`;
    expect(answer).toMatchObject({ status: 303, headers: { location } });
    expect(steps).toEqual(['admit', 'prove', 'handle']);
  });

  it.each<[string, Partial<HttpRequest>, number]>([
    ['another origin', { headers: { origin: 'https://evil.test' } }, 403],
    ['no origin', { headers: { origin: undefined } }, 403],
    ['another type', { headers: { 'content-type': 'application/json' } }, 415],
    ['a file that it does not take', { headers: { 'content-type': 'multipart/form-data; boundary=x' } }, 415],
    ['a repeated field', { body: `${good}&name=Bob` }, 400],
    ['a repeated token', { body: `${good}&csrf=x` }, 400],
    ['broken percent-encoding', { body: `${good}&x=%zz` }, 400],
    ['a NUL', { body: `${good}&x=%00` }, 400],
    ['more fields than any form has', { body: Array.from({ length: 2001 }, (_, at) => `f${at}=`).join('&') }, 400],
  ])('refuses %s before anything is asked (security #100)', async (_, change, status) => {
    const answer = await send(change);
    expect([answer.status, answer.again, steps]).toEqual([status, undefined, []]);
  });

  it('comes back with its page, the query of the page, and what was typed but for secrets', async () => {
    const answer = await send({
      body: good.replace('right', 'wrong'),
      query: 'q=1',
    });
    expect(answer.again).toEqual({
      address: '/thing/7?q=1',
      state: {
        address: '/thing/7/submit',
        values: { name: [' Ann '], tags: ['a', 'b'], from: ['x'] },
        problem: 'token',
      },
    });
    expect(steps).toEqual(['admit']);
  });

  const secret = ['password', 'new_password', 'token', 'second_factor_secret', ...secretKeys];
  it.each(secret)('that takes any field never shows %s again (security #160)', async (name) => {
    const body = new URLSearchParams({ csrf: 'wrong', name: 'Ann', [name]: 'hidden', [`${name}_hint`]: 'shown' });
    const answer = await send({ isOpen: true, body: body.toString() });
    expect(answer.again?.state).toMatchObject({ values: { name: ['Ann'], [`${name}_hint`]: ['shown'] } });
    expect(answer.again?.state).not.toHaveProperty(['values', name]);
  });

  it.each([
    ['a text that is too long', 'csrf=right&name=123456', 'name too_big'],
    ['an item that is too long', 'csrf=right&tags=1234', 'tags.0 too_big'],
  ])('says what is wrong with %s', async (_, body, problem) => {
    expect((await send({ body })).again?.state).toMatchObject({ problem });
    expect(steps).toEqual(['admit', 'prove']);
  });

  it('asks for the proof before anything else of the form counts', async () => {
    const answer = await send({ proof: stale, body: 'csrf=right&name=123456' });
    expect(answer).toMatchObject({ status: 303, headers: { location: `${issuer}/sign-in`, 'set-cookie': ['a=1'] } });
    expect(steps).toEqual(['admit', 'prove']);
  });

  it('comes back after an error that is an answer, and throws any other', async () => {
    expect((await send({ fails: new RangeError('too late') })).again?.state).toMatchObject({ problem: 'too late' });
    await expect(send({ fails: new Error('broken') })).rejects.toThrow('broken');
  });

  it('comes back with another page, if it has none of its own', async () => {
    expect((await send({ page: '/things', body: 'csrf=wrong' })).again?.address).toBe('/things');
    const { headers } = await send({ page: '/things', method: 'GET', headers: {} });
    expect(headers.location).toBe(`${issuer}/things`);
  });

  it('leads whoever opens its address to the page', async () => {
    const answer = await send({ method: 'GET', query: 'q=1', headers: {} });
    expect(answer).toMatchObject({ status: 303, headers: { location: `${issuer}/thing/7?q=1` } });
    expect(steps).toEqual([]);
  });
});

describe('a form with a file', () => {
  const route = form('/picture/submit', {
    who,
    proof: 'none',
    fields: { name: text(5), picture: file(4) },
    maxBodyBytes: 100,
    handle: async (_, { picture, name }) => ({ goTo: `/${name}/${picture === null ? 'none' : await picture.text()}` }),
  });

  async function upload(parts: Readonly<Record<string, string | Blob>>) {
    const data = new FormData();
    for (const [name, value] of Object.entries({ csrf: 'right', ...parts })) data.append(name, value);
    const sent = new Response(data);
    const headers = { origin: issuer, 'content-type': sent.headers.get('content-type') ?? '' };
    const request = { method: 'POST', path: '/picture/submit', query: '', body: '', clientAddress: '192.0.2.1' };
    const bytes = new Uint8Array(await sent.arrayBuffer());
    return route.handler({ ...request, bytes, headers }, provider.context());
  }

  it('is a row that takes one, of its size', () => {
    expect(route).toMatchObject({ takesFile: true, maxBodyBytes: 100, mayShowPage: true });
  });

  it.each([
    ['its file', { name: 'a', picture: new Blob(['1234']) }, { headers: { location: `${issuer}/a/1234` } }],
    ['none', { name: 'a', picture: new Blob([]) }, { headers: { location: `${issuer}/a/none` } }],
    [
      'one that is too large',
      { name: 'a', picture: new Blob(['12345']) },
      { again: { state: { problem: 'picture too_big' } } },
    ],
    ['one in another field', { name: new Blob(['1']) }, { status: 400 }],
  ])('takes %s', async (_, parts, expected) => {
    expect(await upload(parts)).toMatchObject(expected);
  });
});
