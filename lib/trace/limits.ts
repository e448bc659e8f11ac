/** So many steps of a trace are kept; what comes after them is counted only. */
export const maximumSteps = 500;
