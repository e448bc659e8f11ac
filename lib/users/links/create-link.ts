import { hashHandle } from '#lib/crypto/hash';
import { createHandle } from '#lib/crypto/random';
import type { Transaction } from '#lib/db/database';
import type { Settings } from '#lib/settings/settings';
import { minuteMs } from '#lib/vocabulary/time';
import { type AccountLinkKind, insertAccountLink, type NewAccountLink, voidAccountLinks } from '../account-link-store';

/** How long each kind of link works, in minutes. */
export const linkMinutes: Readonly<Record<AccountLinkKind, number>> = {
  recover: 15,
  change_email: 15,
  verify_email: 24 * 60,
  undo_email: 72 * 60,
};

const paths: Readonly<Record<AccountLinkKind, string>> = {
  recover: '/recover/reset',
  verify_email: '/verify',
  change_email: '/verify',
  undo_email: '/undo',
};

/** A link for a mail. */
type MailedLink = { readonly link: string; readonly lifetimeMinutes: number };

/** @property sub null without an account: the statements are the same, and the link is never mailed */
type NewLink = Omit<NewAccountLink, 'hash' | 'createdAt' | 'expiresAt'>;

/** The waiting sign-in that a link leads back to. Only the browser that began it can continue it. */
export type BackTo = { readonly interaction: string | null };

export type LinkContext = { readonly settings: Pick<Settings, 'issuer' | 'secret'>; readonly now: Date };

/**
 * Creates a link with a token of 256 random bits. Only its hash is stored. An earlier waiting link of the same kind
 * becomes void, except one that undoes a change of address, because a second change must not void the link of the first
 * address.
 * @returns the address for the mail, built only from the configured issuer (security #92)
 */
export async function createLink(
  tx: Transaction,
  link: NewLink,
  { settings: { issuer }, now }: LinkContext,
  { interaction }: BackTo = { interaction: null },
): Promise<MailedLink> {
  const { kind, sub } = link;
  const token = createHandle();
  const lifetimeMinutes = linkMinutes[kind];
  const expiresAt = new Date(now.getTime() + lifetimeMinutes * minuteMs);
  if (kind !== 'undo_email') await voidAccountLinks(tx, sub, now, [kind]);
  await insertAccountLink(tx, { ...link, hash: hashHandle(token), createdAt: now, expiresAt });
  return {
    link: `${issuer}${paths[kind]}?${new URLSearchParams({ token, ...(interaction && { interaction }) })}`,
    lifetimeMinutes,
  };
}
