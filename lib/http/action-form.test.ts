import { describe, expect, it } from 'vitest';
import { readActionForm } from './action-form';

const id = `7f${'ab'.repeat(20)}`;
const key = `k${'0f'.repeat(16)}`;
const boundary = '----signet';
const type = `multipart/form-data; boundary=${boundary}`;

type Part = readonly [name: string, value: string];

function write(parts: readonly Part[]): Buffer {
  const texts = parts.map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return Buffer.from(`${texts.join('')}--${boundary}--\r\n`);
}

/** The fields that React writes into a form, with the state of the form before. */
const formOf = (state: string, more: readonly Part[] = []): readonly Part[] => [
  ['$ACTION_REF_1', ''],
  ['$ACTION_1:0', JSON.stringify({ id, bound: '$@1' })],
  ['$ACTION_1:1', state],
  ['$ACTION_KEY', key],
  ...more,
];

async function fieldsOf(body: Buffer, contentType = type): Promise<[string, FormDataEntryValue][] | null> {
  const form = await readActionForm(body, contentType);
  return (
    form && [
      ...(await new Response(Uint8Array.from(form.bytes), { headers: { 'content-type': form.type } }).formData()),
    ]
  );
}

describe('readActionForm', () => {
  it.each([
    ['the state of the page', '[{"problem":null,"values":{"name":["$$5"]}}]'],
    ['no JSON', '{'],
    ['null', 'null'],
    ['a reference to itself', '"$1"'],
    ['a way to the constructor', '["$1:constructor:constructor"]'],
    ['a promise that is its own then', '[{"then":"$1:__proto__:then"}]'],
    ['a number of many digits', `["$n${'9'.repeat(200_000)}"]`],
    ['deep lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['a map that is none', '["$Q2"]'],
  ])('keeps the fields of the person and replaces %s (security #156)', async (_, state) => {
    const parts = formOf(state, [
      ['$ACTION_1:2', '[1]'],
      ['$F1', '{"id":"x"}'],
      ['csrf', 'token'],
      ['scope', 'a'],
      ['scope', 'ü\r\nb'],
    ]);
    expect(await fieldsOf(write(parts))).toEqual([
      ['$ACTION_REF_1', ''],
      ['$ACTION_1:0', JSON.stringify({ id, bound: '$@1' })],
      ['$ACTION_1:1', '[null]'],
      ['$ACTION_KEY', key],
      ['csrf', 'token'],
      ['scope', 'a'],
      ['scope', 'ü\r\nb'],
    ]);
  });

  it('keeps the number of the form on its page, and its file', async () => {
    const text = write(formOf('[null]').map(([name, value]) => [name.replace('1', '12'), value] as const)).toString();
    const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.yaml"\r\ncontent-type: text/yaml\r\n\r\nscopes: []\r\n`;
    const fields = await fieldsOf(Buffer.from(file + text));
    const found = new Map(fields);
    expect(found.get('$ACTION_REF_12')).toBe('');
    expect(found.get('$ACTION_12:1')).toBe('[null]');
    const sent = found.get('file');
    expect(sent instanceof File && [sent.name, sent.type, await sent.text()]).toEqual([
      'a.yaml',
      'text/yaml',
      'scopes: []',
    ]);
  });

  it.each<[string, readonly Part[]]>([
    ['no action', [['csrf', 'x']]],
    ['an action without its form', [[`$ACTION_ID_${id}`, '']]],
    ['only the reference', [['$ACTION_REF_1', '']]],
    ['4,001 fields', [...formOf('[null]'), ...Array.from({ length: 3997 }, () => ['a', ''] as const)]],
    ['two references', [...formOf('[null]'), ['$ACTION_REF_2', '']]],
    ['a reference that is no number', [['$ACTION_REF___proto__', '']]],
    [
      'an action that is no JSON',
      [
        ['$ACTION_REF_1', ''],
        ['$ACTION_1:0', '}{'],
      ],
    ],
    [
      'an action that is null',
      [
        ['$ACTION_REF_1', ''],
        ['$ACTION_1:0', 'null'],
      ],
    ],
    [
      'an action of another form',
      [
        ['$ACTION_REF_1', ''],
        ['$ACTION_1:0', JSON.stringify({ id: '__proto__' })],
      ],
    ],
    [
      'an action that is a number',
      [
        ['$ACTION_REF_1', ''],
        ['$ACTION_1:0', JSON.stringify({ id: 5 })],
      ],
    ],
  ])('refuses a form with %s', async (_, parts) => {
    expect(await fieldsOf(write(parts))).toBeNull();
  });

  it.each<[string, Buffer, string]>([
    ['without a boundary', write(formOf('[null]')), 'multipart/form-data'],
    ['with another boundary', write(formOf('[null]')), 'multipart/form-data; boundary=x'],
    ['that is cut', write(formOf('[null]')).subarray(0, -30), type],
    ['that is empty', Buffer.alloc(0), type],
  ])('refuses a body %s', async (_, body, contentType) => {
    expect(await fieldsOf(body, contentType)).toBeNull();
  });
});
