import { applyCommand } from './apply-command';
import { auditExportCommand } from './audit-export-command';
import { auditVerifyCommand } from './audit-verify-command';
import { backupCommand } from './backup-command';
import type { Command } from './command';
import { doctorCommand } from './doctor-command';
import { explainCommand } from './explain-command';
import { exportCommand } from './export-command';
import { keysListCommand, keysRevokeCommand, keysRotateCommand } from './keys-command';
import { mailTestCommand } from './mail-command';
import { migrateCommand } from './migrate-command';
import { planCommand } from './plan-command';
import {
  registrationTokenAddCommand,
  registrationTokenListCommand,
  registrationTokenRevokeCommand,
} from './registration-token-command';
import { secretRotateCommand } from './secret-command';
import { startCommand } from './start-command';
import { upgradeCheckCommand } from './upgrade-check-command';
import { userAddCommand, userPasswordCommand } from './user-command';
import { userUnlockCommand } from './user-unlock-command';

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  startCommand,
  migrateCommand,
  backupCommand,
  upgradeCheckCommand,
  planCommand,
  applyCommand,
  exportCommand,
  userAddCommand,
  userPasswordCommand,
  userUnlockCommand,
  keysListCommand,
  keysRotateCommand,
  keysRevokeCommand,
  secretRotateCommand,
  registrationTokenAddCommand,
  registrationTokenListCommand,
  registrationTokenRevokeCommand,
  explainCommand,
  auditExportCommand,
  auditVerifyCommand,
  mailTestCommand,
  doctorCommand,
];
