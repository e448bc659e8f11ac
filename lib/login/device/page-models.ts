/** What the pages of a device show; see also ../page-models.ts. */

import type { PageFrame } from '#lib/theme/brand';
import type { ClientFace, FormBinding, ScopeFace } from '../page-models';

export type DeviceEntryProblem = 'missing_code' | 'unknown_code';

/** What the address of the page said, for the time when the code is known: hidden inputs of these names. */
export type DeviceFields = {
  readonly login_hint: string | null;
  readonly ui_locales: string | null;
  readonly acr_values: string | null;
};

/** Where a person enters the code that a device shows. */
export type DeviceEntryPage = {
  readonly page: 'device';
  readonly frame: PageFrame;
  readonly fields: DeviceFields;
  /** What was typed, or what the link brought; else empty. */
  readonly userCode: string;
  /** The code came with the link and has to be compared with the device's. */
  readonly isPrefilled: boolean;
  readonly problem: DeviceEntryProblem | null;
  /** The codes of this installation are digits. */
  readonly isNumeric: boolean;
};

/** What a person has to know before a device is connected (RFC 8628 §5.4). */
export type DeviceConfirmPage = {
  readonly page: 'device-confirm';
  readonly frame: PageFrame;
  readonly form: FormBinding;
  readonly client: ClientFace;
  readonly user: { readonly username: string; readonly name: string | null };
  readonly scopes: readonly ScopeFace[];
  /** The code to compare when it came with the link; null when the person typed it. */
  readonly userCode: string | null;
  /** Where the device asked from, and when. */
  readonly requestedFrom: string;
  readonly requestedAt: Date;
  readonly ageSeconds: number;
};

/** The end of a person's part. The device notices by itself. */
export type DeviceResultPage = DeviceDonePage | DeviceDeniedPage;

type DeviceDonePage = { readonly page: 'device-done'; readonly frame: PageFrame };

export type DeviceDeniedPage = {
  readonly page: 'device-denied';
  readonly frame: PageFrame;
  readonly form: FormBinding;
  /** The person has said that somebody else had asked them to connect it. */
  readonly isReported: boolean;
};
