/** The pages that a preview can show. */
export const previewPages = ['sign_in', 'consent', 'device', 'error'] as const;

export type PreviewPageName = (typeof previewPages)[number];

export function findPreviewPage(name: string | undefined): PreviewPageName {
  return previewPages.find((page) => page === name) ?? 'sign_in';
}
