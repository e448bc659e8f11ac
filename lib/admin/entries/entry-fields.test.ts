import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { languages } from '#lib/i18n/locales';
import { postedForm } from '#lib/testing/admin';
import type { FieldKind } from '#lib/vocabulary/setting';
import { formValues, savedTexts, typedValues } from './entry-fields';
import { rowInput, rowsOf } from './row-fields';

const kinds = {
  lifetime: 'duration',
  grace: 'auto_duration',
  remember: 'check',
  uris: 'uris',
  names: 'levels',
} as const;
const typed = (fields: Parameters<typeof postedForm>[0]) => typedValues(kinds, postedForm(fields));

describe('the values of a form', () => {
  it.each([
    [{ lifetime: '15', lifetime_unit: 'minutes' }, 900],
    [{ lifetime: '15', lifetime_unit: 'seconds' }, 15],
    [{ lifetime: '1 h 30 min', lifetime_unit: 'days' }, 5400],
    [{ lifetime: '15', lifetime_unit: 'fortnights' }, 15],
    [{ lifetime: '15' }, 15],
    [{ lifetime: '', lifetime_unit: 'minutes' }, null],
  ])('have a duration: %j', (fields, seconds) => {
    expect(typed(fields).lifetime).toBe(seconds);
  });

  it('have words of checkboxes and of a field', () => {
    const posted = postedForm({ scope: ['openid', 'orders\r\n invoices\n'] });
    expect(typedValues({ scope: 'words' }, posted).scope).toBe('openid orders invoices');
  });

  it('have a duration that the server may choose', () => {
    expect(typed({ grace: '', grace_unit: 'auto' }).grace).toBe('auto');
    expect(typed({ grace: '10', grace_unit: 'seconds' }).grace).toBe(10);
    const unclear = [expect.objectContaining({ field: 'grace', code: 'duration_without_unit' })];
    expect(() => typed({ grace: '10', grace_unit: 'auto' })).toThrow(expect.objectContaining({ fields: unclear }));
  });

  it.each<[string, Record<string, number>]>([
    ['', {}],
    ['urn:a 2', { 'urn:a': 2 }],
    ['urn:a=1\n  urn:b = 4 ', { 'urn:a': 1, 'urn:b': 4 }],
    ['urn:a== 3', { 'urn:a=': 3 }],
    ['two words 2', { 'two words': 2 }],
    ['urn:a2 3', { 'urn:a2': 3 }],
  ])('have levels with names: %j', (names, levels) => {
    expect(typed({ names }).names).toEqual(levels);
  });

  it.each(['urn:a', 'urn:a2', 'urn:a 5', 'urn:a 0', '2', '= 2', `urn:a${' '.repeat(100_000)}x`])(
    'have no level in %j',
    (names) => {
      const unclear = [expect.objectContaining({ field: 'names', code: 'unreadable_levels' })];
      expect(() => typed({ names })).toThrow(expect.objectContaining({ fields: unclear }));
    },
  );

  it('have no name twice, as in a file', () => {
    const twice = [expect.objectContaining({ field: 'names', code: 'repeated_name' })];
    expect(() => typed({ names: 'urn:a 2\nurn:a=3' })).toThrow(expect.objectContaining({ fields: twice }));
  });

  it.each([
    [{ seen: 'named', seen_lines: 'x', seen_prefix: 'y' }, { show: 'named' }],
    [{ seen: 'all' }, { show: 'all' }],
    [{ seen: 'listed', seen_lines: 'fin-*\r\n audit ' }, { show: ['fin-*', 'audit'] }],
    [
      { seen: 'listed', seen_lines: 'fin-*', seen_prefix: 'fin-' },
      { show: ['fin-*'], strip_prefix: 'fin-' },
    ],
    [{ seen: 'listed' }, { show: [] }],
  ])('have the groups that are seen: %j', (fields, expected) => {
    const kind = { seen: 'groups' } as const;
    expect(typedValues(kind, postedForm(fields))).toEqual({ seen: expected });
    const [seen = '', seen_lines = '', seen_prefix = ''] = formValues(kind, { seen: expected }).seen ?? [];
    expect(typedValues(kind, postedForm({ seen, seen_lines, seen_prefix }))).toEqual({ seen: expected });
    expect(Object.keys(savedTexts(kind, { seen: expected }))).toEqual(['seen', 'seen_lines', 'seen_prefix']);
  });

  it('read the texts of a page by language, and keep those in languages that no page has', () => {
    const stored = { texts: { en: { title: 'Old' }, tlh: { title: 'nuqneH' } } };
    const fields = { texts: '', 'texts.de.title': ' Hallo ', 'texts.de.subtitle': '', 'texts.ar.subtitle': 'أهلا' };
    expect(typedValues({ texts: 'page_texts' }, postedForm(fields), stored)).toEqual({
      texts: { tlh: { title: 'nuqneH' }, de: { title: 'Hallo' }, ar: { subtitle: 'أهلا' } },
    });
    expect(
      typedValues({ texts: 'page_texts' }, postedForm({ texts: '' }), { texts: { en: { title: 'Old' } } }),
    ).toEqual({ texts: null });
  });

  it('read a switch', () => {
    expect(typedValues({ a: 'switch', b: 'switch' }, postedForm({ a: 'on' }), { a: 'off', b: 'on' })).toEqual({
      a: 'on',
      b: 'off',
    });
  });

  it.each([
    ['no rule', '', '', []],
    ['a name for the roles', '', 'role', [{ claim: 'role', from: 'roles' }]],
    [
      'other rules after it',
      '[{"claim":"a","value":1}]',
      'role',
      [
        { claim: 'role', from: 'roles' },
        { claim: 'a', value: 1 },
      ],
    ],
    ['other rules alone', '[{"claim":"a","value":1}]', ' ', [{ claim: 'a', value: 1 }]],
  ])('have claim rules: %s', (_, rules, rules_roles, expected) => {
    const kind = { rules: 'claim_rules' } as const;
    expect(typedValues(kind, postedForm({ rules, rules_roles }))).toEqual({ rules: expected });
    expect(Object.keys(savedTexts(kind, { rules: expected }))).toEqual(['rules', 'rules_roles']);
  });

  it('keep the place of the rule that names the roles among others', () => {
    const kind = { rules: 'claim_rules' } as const;
    const stored = [
      { claim: 'a', value: 1 },
      { claim: 'role', from: 'roles' },
      { claim: 'b', from: 'groups' },
    ];
    const [rules = '', name] = formValues(kind, { rules: stored }).rules ?? [];
    expect(name).toBe('role');
    const renamed = typedValues(kind, postedForm({ rules, rules_roles: 'title' }), { rules: stored });
    expect(renamed).toEqual({ rules: [stored[0], { claim: 'title', from: 'roles' }, stored[2]] });
    expect(typedValues(kind, postedForm({ rules, rules_roles: '' }), { rules: stored })).toEqual({
      rules: [stored[0], stored[2]],
    });
  });

  it('omit what the form left unchanged', () => {
    const fields = { lifetime: 'not read', uris: 'https://a.example/', unchanged: ['lifetime', 'remember', 'names'] };
    expect(typed(fields)).toEqual({ grace: 'auto', uris: ['https://a.example/'] });
    expect(typed({ ...fields, lifetime: '1', unchanged: [] })).toMatchObject({ lifetime: 1, remember: false });
  });
});

const word = fc.string({ unit: fc.constantFrom('a', 'b', '=', '2', ' ', '"', '.'), minLength: 1, maxLength: 6 });
const name = word.filter((text) => !text.includes(' '));
const names = fc.uniqueArray(name, { maxLength: 4 });
const seconds = fc.nat({ max: 2 ** 31 - 1 });

/** The values of each kind that a file or the API may have stored. */
const storable: Readonly<Record<FieldKind, fc.Arbitrary<unknown>>> = {
  line: fc.option(word),
  day: fc.constantFrom(null, '2027-01-31'),
  lines: fc.array(word, { maxLength: 4 }),
  group_names: names,
  uris: names,
  check: fc.boolean(),
  switch: fc.constantFrom('on', 'off'),
  page_texts: fc.option(
    fc
      .dictionary(fc.constantFrom('en', 'pt-BR', 'ar', 'tlh'), fc.record({ title: name, subtitle: name }), {
        maxKeys: 3,
      })
      .filter((texts) => Object.keys(texts).length > 0),
  ),
  duration: fc.option(seconds),
  number: fc.option(fc.nat({ max: 999_999_999 })),
  levels: fc.dictionary(word, fc.constantFrom(1, 2, 3, 4), { maxKeys: 4 }),
  roles: fc.uniqueArray(
    fc.record({ name: fc.constantFrom('a', 'b:c', 'D e'), display_name: word, groups: names, default: fc.boolean() }),
    { selector: (role) => role.name },
  ),
  api_roles: fc.uniqueArray(fc.record({ api: name, roles: names }), { selector: ({ api }) => api }),
  mapped_groups: fc.dictionary(
    fc.oneof(name, fc.constantFrom('urn:x:y', 'a b', '__proto')),
    fc.array(name, { minLength: 1, maxLength: 3 }),
    { maxKeys: 4 },
  ),
  groups: fc.oneof(
    fc.record({ show: fc.oneof(fc.constantFrom('named', 'all'), names) }),
    fc.record({ show: names, strip_prefix: name }),
  ),
  choice: fc.option(name),
  many: names,
  words: names.map((words) => words.join(' ')),
  claim_rules: fc.array(
    fc.oneof(
      fc.record({ claim: name, from: fc.constantFrom('roles', 'groups', 'nickname') }),
      fc.record({ claim: name, from: fc.constant('roles'), when_roles: fc.constant(['vip']) }),
      fc.record({ claim: name, value: fc.constantFrom(1, 'a', true) }),
    ),
    { maxLength: 4 },
  ),
  json: fc.option(
    fc.oneof(fc.jsonValue(), fc.constant({ x5c: ['x'.repeat(70_000)] })).filter((value) => value !== null),
  ),
  filter: fc.oneof(
    fc.constant({ allow: '*' }),
    names.map((allow) => ({ allow })),
    names.map((deny) => ({ deny })),
  ),
  auto_check: fc.constantFrom(true, false, 'auto'),
  auto_duration: fc.oneof(fc.constant('auto'), seconds),
  auto_uris: fc.option(names),
};
const everyKind = Object.fromEntries(Object.keys(storable).map((kind) => [kind, kind])) as Record<FieldKind, FieldKind>;

const textNames = Object.keys(languages).flatMap((tag) => [`page_texts.${tag}.title`, `page_texts.${tag}.subtitle`]);

/** The rows of a list, and an empty one. */
function rowFields(kind: 'roles' | 'api_roles', value: unknown): (readonly [string, readonly string[]])[] {
  const rows = [...rowsOf(kind, value), { name: '', groups: '' }];
  const texts = rows.flatMap((row, place) =>
    Object.entries(row).map(
      ([column, text]) => [rowInput(kind, place, column), [text.replaceAll('\n', '\r\n')]] as const,
    ),
  );
  return [[kind, ['']], ...texts.filter(([field, [text]]) => !field.endsWith('.default') || text === 'on')];
}

/** The fields as a browser sends them: with its line breaks, and the choices in the order of the page. */
function sentBack(entry: Readonly<Record<string, unknown>>): Record<string, readonly string[]> {
  const fields: (readonly [string, readonly string[]])[] = [];
  for (const [field, values] of Object.entries(formValues(everyKind, entry))) {
    const sent = values.map((value) => value.replaceAll('\n', '\r\n'));
    const [mode = '', ...rest] = sent;
    if (field === 'roles' || field === 'api_roles') {
      fields.push(...rowFields(field, entry[field]));
      continue;
    }
    if (field === 'filter') fields.push([field, [mode]], ['filter_names', rest.toSorted()]);
    else if (field === 'groups')
      fields.push([field, [mode]], ['groups_lines', rest.slice(0, 1)], ['groups_prefix', rest.slice(1)]);
    else if (field === 'page_texts')
      fields.push([field, [mode]], ...rest.map((text, index) => [textNames[index] ?? '', [text]] as const));
    else if (field === 'claim_rules') fields.push([field, [mode]], ['claim_rules_roles', rest]);
    else if (field === 'auto_uris') fields.push([field, [mode]], ['auto_uris_lines', rest]);
    else fields.push([field, field === 'many' || field === 'words' ? sent.toSorted() : sent]);
  }
  return Object.fromEntries(fields);
}

describe('groups that values of a provider lead to', () => {
  it.each([
    ['5f2c: finance, audit', { '5f2c': ['finance', 'audit'] }],
    ['urn:x:y:finance\n x : a b ,', { 'urn:x:y': ['finance'], x: ['a b'] }],
    ['', {}],
  ])('are read from %j', (text, mapping) => {
    expect(typedValues({ values: 'mapped_groups' }, postedForm({ values: text }))).toEqual({ values: mapping });
  });

  it.each([
    ['finance', 'unreadable_mapping'],
    [': finance', 'unreadable_mapping'],
    ['x: ,', 'unreadable_mapping'],
    ['x: a\nx: b', 'repeated_name'],
  ])('are not read from %j', (text, code) => {
    expect(() => typedValues({ values: 'mapped_groups' }, postedForm({ values: text }))).toThrow(
      expect.objectContaining({ fields: [expect.objectContaining({ field: 'values', code })] }),
    );
  });
});

describe('a form that nobody changed', () => {
  it('keeps every value that a file or the API may have stored', () => {
    fc.assert(
      fc.property(fc.record(storable), (entry) => {
        expect(typedValues(everyKind, postedForm(sentBack(entry)), entry)).toEqual(entry);
      }),
    );
  });

  it.each([
    ['choices in the order of a file', { many: ['b', 'a'] }, { many: ['a', 'b', 'c'] }, { many: ['a', 'b', 'c'] }],
    ['spaces at the ends of a line', { line: ' Shop ' }, { line: ' Shop! ' }, { line: 'Shop!' }],
  ] as const)('but not %s where they were changed', (_, stored, sent, read) => {
    const form = postedForm({ ...sentBack(stored), ...sent });
    expect(typedValues(everyKind, form, stored)).toMatchObject(read);
  });

  it.each(['=', 'a=', 'a ='])('shows a level whose name is %j as it is read', (name) => {
    const levels = { [name]: 2 };
    const { levels: shown = '' } = savedTexts({ levels: 'levels' }, { levels });
    expect(typedValues({ levels: 'levels' }, postedForm({ levels: shown }))).toEqual({ levels });
  });
});
