import { adminTexts } from '#lib/i18n/admin/texts';

/** The reason for a failed sign-in, in words. */
export function reasonText(reason: string): string {
  return adminTexts.overview.reasons.names[reason] ?? reason.replaceAll('_', ' ');
}
