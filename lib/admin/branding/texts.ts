/** The editor of a look, for the portal and for tenants. */
export const texts = {
  title: 'Branding',
  noColor: 'Default',
  pick: (label: string) => `Choose: ${label}`,
  preview: {
    title: 'Preview',
    text: 'Shows your unsaved changes.',
    frame: 'Preview of a page',
    client: 'Example app',
    page: 'Page',
    pages: { sign_in: 'Sign-in', consent: 'Consent', device: 'Device', error: 'Error' },
    look: 'Appearance',
    looks: { light: 'Light', dark: 'Dark' },
    language: 'Language',
    size: 'Window',
    sizes: { desktop: 'Desktop', phone: 'Phone' },
  },
  repairs: {
    title: 'Some colors were adjusted',
    ratio: (ratio: number, needed: number) => `Contrast ${ratio}:1, needs ${needed}:1`,
    uses: {
      border: {
        light: 'Buttons on light pages get a border to stay visible.',
        dark: 'Buttons on dark pages get a border to stay visible.',
      },
      text: {
        light: 'Links on light pages use this tone to stay readable.',
        dark: 'Links on dark pages use this tone to stay readable.',
      },
      page: {
        light: 'Light pages use this shade, so that text on it stays readable.',
        dark: 'Dark pages use this shade, so that text on it stays readable.',
      },
    },
  },
} as const;
