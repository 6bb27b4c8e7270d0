// How much work a check may do where the user does not say.

export const usualLimits = { states: '200000', work: '3000000', time: '5m' };
