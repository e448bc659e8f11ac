import { z } from 'zod';
import type { PreviewedClaims } from '#lib/protocol/preview-claims';
import type { ToldClaims } from '#lib/tokens/claims';

const originSchema = z.strictObject({
  claim: z.string(),
  value: z.string().nullable(),
  groups: z.array(z.string()),
  assigned: z.boolean(),
  default: z.boolean(),
  source: z.string().nullable().meta({ description: 'The scope or API of an own claim of the user.' }),
  rule: z.int().nullable().meta({ description: 'The place of the rule, from 1.' }),
});

/** Where a value of groups, roles or rules comes from, and what is left out of a place. */
const placeSchema = z
  .strictObject({
    from: z.array(originSchema),
    left_out: z.array(z.strictObject({ claim: z.string(), why: z.string(), count: z.int().nullable() })),
    bytes: z.int().meta({ description: 'Of groups, roles and what rules write, as JSON.' }),
  })
  .nullable();

export const toldSchema = z.strictObject({ id_token: placeSchema, access_token: placeSchema, userinfo: placeSchema });

/** The same for each place of a preview. */
export function answerTold({ idToken, accessToken, userinfo }: PreviewedClaims['told']) {
  return { idToken: answerPlace(idToken), accessToken: answerPlace(accessToken), userinfo: answerPlace(userinfo) };
}

type ToldOrigin = z.output<typeof originSchema>;

function answerPlace(told: ToldClaims | null) {
  if (told === null) return null;
  const nothing = { value: null, groups: [], assigned: false, default: false, source: null, rule: null };
  const from = Object.entries(told.origins).flatMap(([claim, origin]): ToldOrigin[] => {
    if ('rule' in origin) return [{ ...nothing, claim, rule: origin.rule + 1 }];
    if ('source' in origin) return isOwnList(claim) ? [{ ...nothing, claim, source: origin.source }] : [];
    return origin.explain().map(({ value, groups, isAssigned, isDefault }) => {
      return { ...nothing, claim, value, groups: [...groups], assigned: isAssigned, default: isDefault };
    });
  });
  const leftOut = told.leftOut.map((one) => ({
    claim: one.claim,
    why: one.why,
    count: 'count' in one ? one.count : null,
  }));
  return { from, leftOut, bytes: told.bytes };
}

/** Claims of the user that are named like those of this server, so a preview says where they come from. */
export function isOwnList(claim: string): boolean {
  return claim === 'groups' || claim === 'roles' || claim === 'role';
}
