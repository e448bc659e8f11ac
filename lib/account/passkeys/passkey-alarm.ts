import type { Alarm } from '#lib/users/notify-person';
import type { AccountPost } from '../account-form';

type Kind = 'factor_added' | 'factor_removed';

/**
 * The notice about a passkey that was added or removed.
 * @param name empty for a passkey without a name
 */
export function passkeyAlarm(kind: Kind, name: string, { place }: Pick<AccountPost, 'place'>): Alarm {
  return { kind, values: { factor: 'passkey', ...(name !== '' && { name }), ...place } };
}
