import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { untouched } from '#lib/admin/action-state';
import type { UserFactors } from '#lib/admin/users/read-factors';
import type { UserFacts, UserSecurity } from '#lib/admin/users/read-user';
import { SecurityTab } from './security-tab';
import { ann, at } from './user-facts.fixture';

const user = ann;
const factors: UserFactors = {
  factors: [
    { id: 'key-1', kind: 'passkey', name: 'Phone', createdAt: at, lastUsedAt: null, left: null },
    { id: 'recovery', kind: 'recovery', name: null, createdAt: at, lastUsedAt: at, left: 1 },
  ],
  trustedDevices: 2,
  mustSetPassword: false,
  mailedLinks: [{ kind: 'recover', expiresAt: at }],
};

const action = async () => untouched;
const actions = {
  makeLink: action,
  sendMail: action,
  askForPassword: action,
  unlock: action,
};

function render(changes: Partial<UserFacts> = {}, security: Partial<UserSecurity> = {}): string {
  return renderToStaticMarkup(
    <SecurityTab
      user={{ ...user, ...changes }}
      security={{ lockedUntil: null, openLinks: 0, passwordMail: null, ...security }}
      factors={factors}
      identities={[]}
      actions={actions}
      csrf="c"
    />,
  );
}

describe('the security tab of a user', () => {
  it('shows each factor with a link to remove it', () => {
    const body = render();
    expect(body).toContain('Phone');
    expect(body).toContain('1 left');
    expect(body).toContain('2 trusted devices don’t ask');
    expect(body).toContain('Password reset link sent. Expires');
    expect(body.match(/confirm\/remove-factor\?id=[\w-]*/g)).toEqual([
      'confirm/remove-factor?id=key-1',
      'confirm/remove-factor?id=recovery',
    ]);
  });

  it.each([{ mayChange: false }, { isSelf: true }])('has no such link for %j', (changes) => {
    expect(render(changes)).not.toContain('remove-factor');
  });

  it('lets a person try again whatever limits them, unless the role does not allow it', () => {
    expect(render()).toContain('Let this person try again');
    expect(render({}, { lockedUntil: at })).toContain('Let this person try again');
    expect(render({ mayChange: false })).not.toContain('Let this person try again');
  });

  it('does not list enabling a user among the dangerous actions', () => {
    expect(render()).toContain('confirm/disable');
    const disabled = render({ enabled: false });
    expect(disabled).toContain('confirm/delete');
    expect(disabled).not.toMatch(/confirm\/disable|[Ee]nable/);
  });

  it('offers the mail that can be sent, and a password link', () => {
    expect(render()).not.toContain('Send email');
    const invited = render({ hasPassword: false }, { passwordMail: { kind: 'invite', email: 'ann@corp.example' } });
    expect(invited).toContain('Emails an invite link to ann@corp.example');
    expect(invited).toContain('Create password link');
    expect(invited).not.toContain('Require a new password');
  });
});
