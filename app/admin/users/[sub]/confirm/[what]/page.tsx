import { Confirmation } from '#components/admin/entries/confirmation';
import { ChooseRole } from '#components/admin/users/choose-role';
import { UserFrame } from '#components/admin/users/user-frame';
import { Facts } from '#components/ui/facts';
import { actionProofs, type ProofRule, proofFor } from '#lib/admin/access/action-proofs';
import type { AdminAction } from '#lib/admin/action-state';
import { notFound } from '#lib/admin/not-found';
import { readUserFacts } from '#lib/admin/users/read-user';
import { userPath } from '#lib/admin/users/user-path';
import { askAbout, isUserQuestion, mayAsk, type UserQuestion } from '#lib/admin/users/user-question';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { readPathKey } from '#lib/vocabulary/path-segment';
import * as actions from '../../../actions';

export const dynamic = 'force-dynamic';

/** The action, the proof and the tab of each question. */
const answers: Readonly<Record<UserQuestion, readonly [action: AdminAction, proof: ProofRule, tab: string]>> = {
  enable: [actions.setEnabled, actionProofs.users.setEnabled, 'profile'],
  disable: [actions.setEnabled, actionProofs.users.setEnabled, 'security'],
  delete: [actions.remove, actionProofs.users.remove, 'security'],
  'sign-out': [actions.signOutAll, actionProofs.users.signOutAll, 'sessions'],
  'end-session': [actions.endSession, actionProofs.users.endSession, 'sessions'],
  'revoke-app': [actions.revoke, actionProofs.users.revoke, 'apps'],
  'remove-factor': [actions.removeFactor, actionProofs.users.removeFactor, 'security'],
  unlink: [actions.unlink, actionProofs.users.unlink, 'security'],
  role: [actions.giveRole, actionProofs.users.giveRole, 'profile'],
};

export default adminPage({
  policy: { permission: 'edit' },
  section: 'users',
  render: async ({ admin, params, query, csrf }) => {
    const user = await readUserFacts(admin, readPathKey(params.sub));
    const { what = '' } = params;
    if (!isUserQuestion(what) || !mayAsk(what, user, admin)) throw notFound();
    const { name, hidden, facts } = await askAbout(what, { admin, user, query });
    const texts = adminTexts.confirmations.users[what];
    const title = texts.title(name);
    const [action, rule, tab] = answers[what];
    const form = { action, csrf, proof: proofFor(rule, hidden), hidden };
    const backHref = userPath(user.sub, tab);
    const { auditedReasonHelp: noteHelp } = adminTexts.shell.form;
    const typed = what === 'delete' ? { typed: user.username } : {};
    const counted = facts.length > 0 && <Facts facts={facts} />;
    const body = (
      <UserFrame user={user} tab={null} admin={admin}>
        <Confirmation
          {...{ title, texts, form, backHref, noteHelp, ...typed }}
          facts={counted}
          isSafe={what === 'enable'}
        >
          {what === 'role' && <ChooseRole role={user.role} />}
        </Confirmation>
      </UserFrame>
    );
    return { title: `${title} · ${user.username}`, body };
  },
});
