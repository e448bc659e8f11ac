import type { z } from 'zod';
import { entry } from '#lib/vocabulary/entry';
import { camelKeys } from '#lib/vocabulary/keys';
import { schemasOf } from '#lib/vocabulary/setting';
import { checkClient } from './check-client';
import { clientSettings } from './settings';

/** One entry of the section `clients`, with its keys in the file's order. */
export const clientFields = schemasOf(clientSettings);

/** A client from the file or an administrator's form, with all rules checked. */
export const clientSchema = entry(clientFields).transform(readClient).superRefine(checkClient);

export type ClientEntry = z.output<typeof clientSchema>;

type ResponseTypes = { readonly grant_types: readonly string[]; readonly response_types?: string[] | undefined };

/** Converts an entry. `code` is the default response type of a client with authorization_code (RFC 7591 §2). */
export function readClient<Fields extends ResponseTypes>({ response_types, ...rest }: Fields) {
  const usual = rest.grant_types.includes('authorization_code') ? ['code'] : [];
  return { ...camelKeys(rest), responseTypes: response_types ?? usual };
}
