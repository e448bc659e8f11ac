import { type ClassValue, clsx } from 'clsx';
import { twMerge } from 'tailwind-merge';

/** Joins class names; of two that set the same property the later one counts. */
export function classes(...values: ClassValue[]): string {
  return twMerge(clsx(values));
}
