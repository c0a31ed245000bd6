/** Sample figures on the dashboard of a workspace without data (spec §9). */
export const sampleFigures = { demos: '12', active: '4', conversion: '28.5%' } as const

/** The initial balance in Rita's header (spec §9). */
export const startingCredits = 4_750
