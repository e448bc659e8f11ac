/** The maximum number of stored steps of a trace; further ones are only counted. */
export const maximumSteps = 500;
