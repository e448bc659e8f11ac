import { createText } from '#lib/crypto/random';
import { AdminError } from '../admin-error';
import { type ApplicationKind, applicationKinds } from './application-kind';

/** What the form of a new client starts with. @throws AdminError `not_found` for a kind that there is not */
export function newClientForm(type: string | undefined): {
  readonly kind: ApplicationKind;
  readonly clientId: string;
} {
  const kind = applicationKinds.find((known) => known === type);
  if (kind === undefined) throw new AdminError('not_found', 'There is no such kind of application');
  return { kind, clientId: `${kind}-${createText('abcdefghjkmnpqrstuvwxyz23456789', 10)}` };
}
