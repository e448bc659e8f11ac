import { wording } from '#lib/i18n/translate';
import { line } from '#lib/vocabulary/text';
import { accountForm } from '../account-form';
import { changeOwn } from '../change-own';
import { changeProfile } from './change-profile';
import { readManagedClaims } from './managed-claims';

/** The parts of a name (OpenID Connect Core §5.1), in the order of the page. */
export const nameFields = ['name', 'given_name', 'family_name'] as const;

const nameText = line(100);

/**
 * POST /account/name/submit: the name and its parts. Values that a provider manages stay. An empty field removes the
 * claim.
 */
export const handleNameSubmit = accountForm({
  typed: nameFields,
  handle: async (post, context) => {
    const { values } = post.form;
    const managed = await readManagedClaims(post.session.sub, context);
    const typed = nameFields
      .filter((field) => !managed.has(field))
      .map((field) => [field, (values.get(field) ?? '').normalize('NFC').trim()] as const);
    const wrong = typed.find(([, text]) => text !== '' && !nameText.safeParse(text).success);
    if (wrong !== undefined) return { problem: wording('account.name.problem'), field: wrong[0] };
    await changeOwn(post, context, async (tx, user) => {
      const changed = await changeProfile(tx, user, Object.fromEntries(typed), context.now);
      return changed.length === 0 ? [] : [{ type: 'user.updated', details: { changed } }];
    });
    return { done: wording('account.name.done'), to: '/account' };
  },
});
