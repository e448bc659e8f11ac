import type { Alarm } from '#lib/users/tell-person';
import type { AccountPost } from '../account-form';

type Kind = 'factor_added' | 'factor_removed';

/** What a person hears of a passkey that came or went. @param name empty for one without */
export function passkeyAlarm(kind: Kind, name: string, { place }: Pick<AccountPost, 'place'>): Alarm {
  return { kind, values: { factor: 'passkey', ...(name !== '' && { name }), ...place } };
}
