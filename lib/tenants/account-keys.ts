import { z } from 'zod';
import { uniqueList } from '#lib/vocabulary/entry';

/** What may be typed to say who one is. */
export const identifierKinds = ['username', 'email'] as const;
export type IdentifierKind = (typeof identifierKinds)[number];

export const secondFactorRules = ['off', 'optional', 'required'] as const;
export type SecondFactorRule = (typeof secondFactorRules)[number];

export const onOff = ['off', 'on'] as const;

export const identifiers = uniqueList(z.enum(identifierKinds), identifierKinds.length).min(1);
export const secondFactor = z.enum(secondFactorRules);
export const onOrOff = z.enum(onOff);
