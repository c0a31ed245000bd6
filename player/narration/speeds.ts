export const speeds: readonly number[] = [0.75, 1, 1.25, 1.5, 2]
