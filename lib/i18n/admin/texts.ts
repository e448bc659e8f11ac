import { confirmations } from './confirmations';
import { flash } from './flash';
import { owner } from './owner';
import { pick } from './pick';
import { shell } from './shell';

/** The texts of the administration. English defines the keys, and another language must have the same ones. */
const en = {
  confirmations,
  flash,
  owner,
  pick,

  shell,
};

type AdminTexts = typeof en;

/** The texts of the administration. English is complete, and other languages can be added. */
export const adminTexts: AdminTexts = en;
