/** What has to be typed to remove the demo data. */
export const demoPhrase = 'demo';
