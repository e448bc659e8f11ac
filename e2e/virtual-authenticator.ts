import type { CDPSession, Page } from 'playwright/test';

/** A virtual authenticator of Chromium, which answers immediately without a person. */
export type VirtualAuthenticator = {
  /** The ids of its credentials in base64url. */
  readonly list: () => Promise<string[]>;
  /** Resets its counters, so that it looks like a copy from before its last uses. */
  readonly goBack: () => Promise<void>;
  /**
   * Sets whether it verifies the person. If it must verify the person and does not, the ceremony ends as if canceled.
   */
  readonly verifyPerson: (isVerified: boolean) => Promise<void>;
};

type Traits = {
  /** If false, no passkeys are suggested in the username field, so that nothing happens automatically. */
  readonly autofill?: boolean;
  /** If true, it is a password manager, whose credentials can be copied to other devices. */
  readonly synced?: boolean;
};

/** Gives a page an authenticator. */
export async function addAuthenticator(
  page: Page,
  { autofill = false, synced = false }: Traits = {},
): Promise<VirtualAuthenticator> {
  if (!autofill) await page.addInitScript(hideAutofill);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: synced,
    },
  });
  return controls(cdp, authenticatorId);
}

function controls(cdp: CDPSession, authenticatorId: string): VirtualAuthenticator {
  const read = async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
  return {
    list: async () =>
      (await read()).map(({ credentialId }) => Buffer.from(credentialId, 'base64').toString('base64url')),
    goBack: async () => {
      for (const credential of await read()) {
        await cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId: credential.credentialId });
        await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount: 0 } });
      }
    },
    verifyPerson: async (isUserVerified) => {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
}

/** Runs in the page. */
function hideAutofill(): void {
  window.PublicKeyCredential.isConditionalMediationAvailable = async () => false;
}
