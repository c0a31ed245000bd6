/** The history state with which the demo list opens its "New demo" sheet. */
export const newDemoState = { newDemo: true } as const

export function wantsNewDemo(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'newDemo' in state && state.newDemo === true
}
