/** The maximum number of stored steps of a trace. Further ones are only counted. */
export const maximumSteps = 500;
