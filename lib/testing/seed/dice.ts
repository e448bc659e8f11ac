/** Numbers that look random and are the same in every run, so that two seeded databases are equal. */
export type Dice = {
  /** A whole number from 0 up to but not including `sides`. */
  readonly roll: (sides: number) => number;
  /** The same with a few favorites: half of the rolls are in the first eighth. */
  readonly lean: (sides: number) => number;
};

const multiplier = 1_664_525;
const increment = 1_013_904_223;
const modulus = 2 ** 32;

export function createDice(start = 1): Dice {
  let state = start;
  const draw = () => {
    state = (Math.imul(state, multiplier) + increment) >>> 0;
    return state / modulus;
  };
  return { roll: (sides) => Math.floor(draw() * sides), lean: (sides) => Math.floor(draw() ** 3 * sides) };
}
