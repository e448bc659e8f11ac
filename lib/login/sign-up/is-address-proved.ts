import type { Context } from '#lib/context';
import { mailTransport } from '#lib/mail/mail';

/** Whether the address of a new account is proved before it exists. This is the case whenever mail can be sent. */
export function isAddressProved({ settings }: Pick<Context, 'settings'>): boolean {
  return mailTransport(settings) !== 'none';
}
