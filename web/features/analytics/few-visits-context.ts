import { createContext, useContext } from 'react'

/** With fewer visits than this, shares say nothing: counts are shown instead. */
export const shareLeast = 10

export const FewVisits = createContext(false)

/** Whether the page shows counts instead of shares. */
export function useFewVisits(): boolean {
  return useContext(FewVisits)
}
