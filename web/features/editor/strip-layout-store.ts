import { keep, recall } from '../../lib/json-storage.ts'
import type { EditorState } from './editor-state.ts'

type StripLayout = EditorState['stripLayout']

const key = 'understudy-strip-layout'

/** This browser's last layout; initially, the strip is on the left if there is room. */
export function recallStripLayout(): StripLayout {
  const kept = recall<unknown>(key)
  if (kept === 'grid' || kept === 'list') return kept
  return window.matchMedia('(width >= 64rem)').matches ? 'list' : 'grid'
}

export function keepStripLayout(layout: StripLayout): void {
  keep(key, layout)
}
