import type { PagePath } from '#domain/page-path.ts'
import { createStore } from '#player/create-store.ts'

import type { PageTarget, PageView } from '../../lib/page-picture/page-view.ts'

/** What the page on the canvas shows while it is edited. */
export interface PageMode {
  /** Null while it loads, and where there is none. */
  readonly view: PageView | null
  readonly target: PageTarget | null
  /** The text that is being typed. */
  readonly typing: PagePath | null
  /** Marked from the list of changes. */
  readonly hovered: PagePath | null
  /** Where the next change is made. */
  readonly scope: 'step' | 'everywhere'
  /** Puts a variable into the text that is being typed. */
  readonly insert: ((text: string) => void) | null
  /** Counts how often the page was loaded anew. */
  readonly round: number
}

const nothing: PageMode = {
  view: null,
  target: null,
  typing: null,
  hovered: null,
  scope: 'step',
  insert: null,
  round: 0,
}

export const pageMode = createStore<PageMode>(nothing)

export function setPageMode(change: Partial<PageMode>): void {
  pageMode.set({ ...pageMode.get(), ...change })
}

export function leavePageMode(): void {
  pageMode.set(nothing)
}
