import { useLocation, useNavigate, type Location } from 'react-router'

/** New values of URL parameters by name; null or an empty text removes one. */
export type ParamChanges = Readonly<Record<string, string | null>>

/** Pending parameters by the location they started from, which the router hasn't rendered yet. */
const underway = new WeakMap<Location, URLSearchParams>()

/**
 * Changes parameters of the URL and keeps the others, also those changed a moment ago: React Router's own setter starts
 * from what was last rendered, so of two quick changes it would lose the first.
 */
export function useChangeParams(): (changes: ParamChanges) => void {
  const location = useLocation()
  const navigate = useNavigate()
  return (changes) => {
    const next = withParams(underway.get(location) ?? new URLSearchParams(location.search), changes)
    underway.set(location, next)
    void navigate(`?${next.toString()}`, { replace: true, preventScrollReset: true })
  }
}

/** A copy with the changes. */
export function withParams(params: URLSearchParams, changes: ParamChanges): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}
