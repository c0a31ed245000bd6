import { useSearchParams } from 'react-router'

import { useChangeParams } from './use-address-params.ts'

/** Whether the page shows sample data (`?sample=1`), and a function that switches it. Nothing is stored. */
export function useSample(): readonly [isSample: boolean, setSample: (isSample: boolean) => void] {
  const [search] = useSearchParams()
  const changeParams = useChangeParams()
  const setSample = (isSample: boolean) => changeParams({ sample: isSample ? '1' : null })
  return [search.get('sample') === '1', setSample]
}
