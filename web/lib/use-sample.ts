import { useSearchParams } from 'react-router'

/** Whether the page shows sample data (`?sample=1`), and a function that switches it. Nothing is stored. */
export function useSample(): readonly [isSample: boolean, setSample: (isSample: boolean) => void] {
  const [search, setSearch] = useSearchParams()
  const setSample = (isSample: boolean) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        if (isSample) next.set('sample', '1')
        else next.delete('sample')
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return [search.get('sample') === '1', setSample]
}
