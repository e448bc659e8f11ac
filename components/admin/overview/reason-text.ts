import { adminTexts } from '#lib/i18n/admin/texts';

/** Why a sign-in failed, in words. */
export function reasonText(reason: string): string {
  return adminTexts.overview.reasons.names[reason] ?? reason.replaceAll('_', ' ');
}
