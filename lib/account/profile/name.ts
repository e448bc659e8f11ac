import type { Context } from '#lib/context';
import { wording } from '#lib/i18n/translate';
import type { User } from '#lib/users/user';
import { line } from '#lib/vocabulary/text';
import { accountForm } from '../account-form';
import { changeOwn } from '../change-own';
import { changeProfile, readManagedClaims } from './change-profile';

export type NameField = {
  readonly field: (typeof nameFields)[number];
  readonly value: string;
  /** The provider that the value comes from. If there is one, it cannot be changed here. */
  readonly managedBy: string | null;
};

/** The fields of the page /account/name. */
export async function readName({ sub, claims }: User, context: Context): Promise<readonly NameField[]> {
  const managed = await readManagedClaims(sub, context);
  return nameFields.map((field) => {
    const value = claims[field];
    return { field, value: typeof value === 'string' ? value : '', managedBy: managed.get(field) ?? null };
  });
}

/** The parts of a name (OpenID Connect Core §5.1), in the order of the page. */
const nameFields = ['name', 'given_name', 'family_name'] as const;

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
