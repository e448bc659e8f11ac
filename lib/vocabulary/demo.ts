/** The client of the demonstration. The pages of the demonstration are served while it exists. */
export const demoClientId = 'demo';

/** Where the demo application learns of a sign-out, below the issuer. */
export const demoBackChannel = '/demo/back-channel';
