import { createContext, useContext } from 'react'

/** With fewer visits, shares mean nothing, so counts are shown. */
export const shareLeast = 10

export const FewVisits = createContext(false)

/** Whether the page shows counts instead of shares. */
export function useFewVisits(): boolean {
  return useContext(FewVisits)
}
