import { noAccessPage } from './access/view';
import { consentPage } from './consent/view';
import { devicePage } from './device/view';
import { codePages } from './email-code/view';
import { enrolPage } from './enrol/view';
import { federationPage } from './federation/view';
import type { OpenPage } from './kit/view';
import { logoutPage } from './logout/view';
import { realmPage } from './realm/view';
import { secondFactorPage } from './second-factor/view';
import { setupPages } from './setup/view';
import { signUpPage } from './sign-up/view';

/** Every page of the sign-in that Next draws: all but /login (decision 002). */
export const loginPages: readonly OpenPage[] = [
  ...[realmPage, federationPage, ...codePages, secondFactorPage, enrolPage, noAccessPage, consentPage, devicePage],
  ...[signUpPage, logoutPage, ...setupPages],
];
