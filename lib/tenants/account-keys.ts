import { z } from 'zod';
import { uniqueList } from '#lib/vocabulary/entry';
import { identifierKinds } from '#lib/vocabulary/identifier-kinds';

const secondFactorRules = ['off', 'optional', 'required'] as const;
export type SecondFactorRule = (typeof secondFactorRules)[number];

const onOff = ['on', 'off'] as const;

export const identifiers = uniqueList(z.enum(identifierKinds), identifierKinds.length).min(1);
export const secondFactor = z.enum(secondFactorRules);
export const onOrOff = z.enum(onOff);
