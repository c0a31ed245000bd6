import { useSyncExternalStore } from 'react'

const wide = '(min-width: 80rem)'

/** Whether the trial panel fits beside the page. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(wide).matches)
}

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(wide)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
