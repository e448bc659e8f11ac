import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { plainFrame } from '#lib/theme/brand';
import type { DeviceConfirmPage, DeviceEntryPage, DeviceResultPage } from './read';
import { DeviceConfirmView, DeviceEntryView, DeviceResultView } from './view';

describe('the code entry (design: stable surface, ux §1.5)', () => {
  const page: DeviceEntryPage = {
    page: 'device',
    frame: plainFrame,
    fields: { login_hint: null, ui_locales: null, acr_values: null },
    userCode: '',
    isPrefilled: false,
    problem: null,
    isNumeric: false,
  };
  const render = (changes: Partial<DeviceEntryPage> = {}) =>
    renderToStaticMarkup(<DeviceEntryView locale="en" model={{ ...page, ...changes }} />);

  it('is one form with one field and one answer', () => {
    const body = render();
    expect(body).toContain('<main data-page="device">');
    expect(body).toMatch(/<form [^>]*action="\/device\/submit" method="post">/);
    expect(body.match(/<input/g)).toHaveLength(1);
    expect(body.match(/<button[^>]*>/g)).toEqual([expect.stringMatching(/ value="continue" name="decision"/)]);
  });

  it('makes typing easy: no autofill from messages, no maximum length, letters or a keypad', () => {
    const field = /<input[^>]*>/.exec(render())?.[0] ?? '';
    for (const attribute of ['name="user_code"', 'autoComplete="off"', 'autoCapitalize="characters"', 'dir="ltr"']) {
      expect(field.toLowerCase()).toContain(attribute.toLowerCase());
    }
    expect(field).not.toMatch(/maxlength|one-time-code|autofocus/i);
    expect(render({ isNumeric: true })).toMatch(/inputMode="numeric"/i);
  });

  it('sends the code of the link, so that the confirmation can ask to compare it', () => {
    const body = render({ userCode: 'WDJB-MJHT', isPrefilled: true });
    expect(body).toContain('<input type="hidden" name="prefilled" value="WDJB-MJHT"/>');
    expect(body).toContain('Check that your device shows this code');
  });

  it.each(['missing_code', 'unknown_code'] as const)('shows %s at the top and at the field', (problem) => {
    const body = render({ problem, userCode: '<b>' });
    expect(body).toContain('<title>Error: ');
    expect(body).toMatch(/<a href="#user_code"/);
    expect(body).toContain('aria-invalid="true"');
    expect(body).toContain('value="&lt;b&gt;"');
  });
});

describe('the confirmation (design: stable surface, ux §1.6)', () => {
  const page: DeviceConfirmPage = {
    page: 'device-confirm',
    frame: plainFrame,
    form: { interaction: 'handle-1', csrf: 'csrf-1' },
    client: {
      name: 'Living\u202e TV',
      logo: null,
      clientUri: null,
      policyUri: 'javascript:alert(1)',
      tosUri: null,
      isVouched: true,
    },
    user: { username: 'alice', name: 'Alice Smith' },
    scopes: [
      {
        name: 'orders',
        displayName: 'Orders',
        description: 'Read',
        texts: {},
        required: false,
        emphasize: false,
        type: 'resource',
        api: null,
        values: [],
      },
    ],
    userCode: null,
    requestedFrom: '198.51.100.7',
    requestedAt: new Date('2026-01-01T12:00:00Z'),
    timeZone: 'America/New_York',
    ageSeconds: 130,
  };
  const render = (changes: Partial<DeviceConfirmPage> = {}) =>
    renderToStaticMarkup(<DeviceConfirmView locale="en" model={{ ...page, ...changes }} />);

  it('puts Deny first and suggests neither answer', () => {
    const buttons = render().match(/<button[^>]*>/g) ?? [];
    expect(buttons).toHaveLength(2);
    expect(buttons[0]).toMatch(/ value="deny" name="decision"/);
    expect(buttons[1]).toMatch(/ value="allow" name="decision"/);
    expect(buttons[0]?.replace('deny', 'allow')).toBe(buttons[1]);
    expect(render()).not.toMatch(/autofocus/i);
  });

  it('shows the person, scopes, place and time with a warning', () => {
    const body = render().replaceAll('<wbr/>', '');
    for (const fact of [
      'Alice Smith',
      'alice',
      'Orders',
      '198.51.100.7',
      '2 minutes ago',
      '2026-01-01T12:00:00.000Z',
      'Jan 1, 2026, 7:00 AM EST',
    ]) {
      expect(body).toContain(fact);
    }
    expect(body).toContain('someone sent you the code or link');
    expect(body).not.toMatch(/\u202e|javascript:/);
  });

  it.each([
    [0, 'less than a minute ago'],
    [60, '1 minute ago'],
    [599, '9 minutes ago'],
  ])('shows an age of %i seconds as %s', (ageSeconds, text) => {
    expect(render({ ageSeconds })).toContain(text);
  });

  it('shows a code only for comparison, spelled out for screen readers', () => {
    expect(render()).not.toContain('Check that your device shows this code');
    const body = render({ userCode: 'WDJB-MJHT' });
    expect(body).toContain('Check that your device shows this code');
    expect(body).toContain('W D J B , M J H T');
  });
});

it('the page of a connected device links to where it can be disconnected', () => {
  const body = renderToStaticMarkup(
    <DeviceResultView locale="en" model={{ page: 'device-done', frame: plainFrame }} />,
  );
  expect(body).toMatch(/<a [^>]*href="\/account\/apps"/);
});

const denied = { page: 'device-denied', frame: plainFrame, form: { interaction: 'h', csrf: 'c' } } as const;

it.each<DeviceResultPage>([
  { page: 'device-done', frame: plainFrame },
  { ...denied, isReported: false },
  { ...denied, isReported: true },
])('$page does not redirect by itself (WCAG 2.2.1)', (model) => {
  const body = renderToStaticMarkup(<DeviceResultView locale="en" model={model} />);
  expect(body).toContain(`<main data-page="${model.page}">`);
  expect(body).not.toMatch(/refresh/);
  const canReport = model.page === 'device-denied' && !model.isReported;
  expect(body.includes('value="report"')).toBe(canReport);
});
