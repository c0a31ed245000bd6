import { useSyncExternalStore } from 'react'

const narrow = '(max-width: 640px)'

/** Whether a card wouldn't fit on a step's picture here; false on the server. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, isNarrow, () => false)
}

function isNarrow(): boolean {
  return typeof matchMedia === 'function' && matchMedia(narrow).matches
}

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(narrow)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
