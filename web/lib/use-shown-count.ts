import { useLocation, useNavigate } from 'react-router'

/**
 * How many rows of a list are shown, and a function that shows `atOnce` more. Stored with the history entry, so that
 * going back to a list restores it.
 */
export function useShownCount(atOnce: number): readonly [count: number, showMore: () => void] {
  const navigate = useNavigate()
  const location = useLocation()
  const count = Math.max(atOnce, shownIn(location.state))
  const showMore = () =>
    void navigate(
      { search: location.search },
      { replace: true, preventScrollReset: true, state: { shown: count + atOnce } },
    )
  return [count, showMore]
}

function shownIn(state: unknown): number {
  const shown = state !== null && typeof state === 'object' && 'shown' in state ? Number(state.shown) : 0
  return Number.isSafeInteger(shown) ? shown : 0
}
