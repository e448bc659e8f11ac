import type { Client } from './client';
import { deriveApplicationType } from './redirect-uri';

/** A client as it is stored: lists keep their order, and an application type that was left open stays open. */
export type ClientRecord = Omit<Client, 'applicationType' | 'grantTypes' | 'responseTypes'> & {
  readonly applicationType: 'web' | 'native' | null;
  readonly grantTypes: readonly string[];
  readonly responseTypes: readonly string[];
};

/** The client as requests use it. */
export function toClient(record: ClientRecord): Client {
  return {
    ...record,
    applicationType: record.applicationType ?? deriveApplicationType(record.redirectUris),
    grantTypes: new Set(record.grantTypes),
    responseTypes: new Set(record.responseTypes),
  };
}
