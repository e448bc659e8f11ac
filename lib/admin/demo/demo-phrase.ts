/** The word that must be typed to remove the demo data. */
export const demoPhrase = 'demo';
