import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { StepUpView } from '#lib/admin/access/ways-to-confirm';
import { untouched } from '#lib/admin/action-state';
import { adminTexts } from '#lib/i18n/admin/texts';
import { StepUp } from '../form/step-up';
import { Confirmation } from './confirmation';

const { disable } = adminTexts.confirmations.clients;
const minute = 60_000;
const recent: StepUpView = {
  name: 'root',
  provider: null,
  password: true,
  codes: [],
  passkey: false,
  openFor: { sudo: 10 * minute, strict: -1 },
};

function render({ typed, noteHelp }: { readonly typed?: string; readonly noteHelp?: string } = {}): string {
  return renderToStaticMarkup(
    <Confirmation
      title={disable.title('Shop')}
      texts={disable}
      form={{ action: '/admin/clients/shop/disable/submit', proof: 'none', hasFile: false }}
      backHref="/admin/clients/shop"
      {...(typed !== undefined && { typed })}
      {...(noteHelp !== undefined && { noteHelp })}
    />,
  );
}

describe('the confirmation of a dangerous action', () => {
  it('says what stops and what keeps working, and focuses Cancel', () => {
    const body = render();
    expect(body).toContain('Disable Shop?');
    for (const line of [...disable.stops, ...disable.stays]) expect(body).toContain(line);
    expect(body).not.toContain(adminTexts.confirmations.final);
    expect(body).toMatch(/<a [^>]*autofocus=""[^>]*>Cancel<\/a>/i);
    expect(body.match(/autofocus/gi)).toHaveLength(1);
  });

  it('mentions the history in the note only if there is one', () => {
    expect(render()).toContain('Shown in the history and the audit log.');
    const body = render({ noteHelp: 'Shown in the audit log.' });
    expect(body).toContain('Shown in the audit log.');
    expect(body).not.toContain('history');
  });

  it('needs a typed name only if it says so', () => {
    expect(render()).not.toContain('name="typed"');
    expect(render({ typed: 'shop' })).toContain('Type shop to confirm');
  });
});

type Asked = { readonly proof: 'none' | 'sudo' | 'strict'; readonly view?: StepUpView };

function ask({ proof, view = recent }: Asked): string {
  return renderToStaticMarkup(<StepUp needed={proof} state={untouched} view={view} />);
}

describe('the question for a proof at the end of a form', () => {
  it.each([
    ['absent if no proof is needed', { proof: 'none' }, null],
    ['closed if the proof is recent', { proof: 'sudo' }, false],
    ['open if the proof is too old', { proof: 'strict' }, true],
  ] as const)('is %s', (_, changes, isOpen) => {
    const [dialog] = /<dialog[^>]*>/.exec(ask(changes)) ?? [null];
    expect(dialog === null ? null : / open=""/.test(dialog)).toBe(isOpen);
  });

  it('sends none of its fields while it is closed', () => {
    expect(ask({ proof: 'sudo' })).toMatch(
      /<input[^>]*disabled=""[^>]*name="confirm_password"|name="confirm_password"[^>]*disabled=""/,
    );
    expect(ask({ proof: 'strict' })).not.toMatch(/<input[^>]*disabled=""/);
  });

  it('asks for a password and a code, or links to another sign-in', () => {
    expect(ask({ proof: 'strict', view: { ...recent, codes: ['totp'] } })).toContain('name="confirm_code"');
    const elsewhere = ask({ proof: 'strict', view: { ...recent, password: false, provider: 'Contoso' } });
    expect(elsewhere).not.toContain('confirm_password');
    expect(elsewhere).toContain('Continue with Contoso');
  });

  it.each([
    ['in addition to the password', true],
    ['as the only way', false],
  ])('offers a passkey %s with scripts, and sends nothing for it before', (_, password) => {
    expect(ask({ proof: 'strict' })).not.toContain('data-step-up-passkey');
    const body = ask({ proof: 'strict', view: { ...recent, password, passkey: true } });
    expect(body).toMatch(/<div hidden="" [^>]*data-step-up-passkey=/);
    expect(body).toMatch(/<input [^>]*disabled="" name="confirm_passkey"|name="confirm_passkey" disabled=""/);
    expect(body.includes('name="confirm_password"')).toBe(password);
    expect(body).toContain('name="confirm_elsewhere"');
  });
});
