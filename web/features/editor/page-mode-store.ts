import type { PagePath } from '#domain/page-path.ts'
import { createStore } from '#player/create-store.ts'

import type { PageTarget, PageView } from '../../lib/page-picture/page-view.ts'

/** State of the page on the canvas while it is edited. */
export interface PageMode {
  /** Null while loading, or without a page. */
  readonly view: PageView | null
  readonly target: PageTarget | null
  /** The text being typed. */
  readonly typing: PagePath | null
  /** Highlighted from the list of edits. */
  readonly hovered: PagePath | null
  /** The scope of the next edit. */
  readonly scope: 'step' | 'everywhere'
  /** Inserts a variable into the text being typed. */
  readonly insert: ((text: string) => void) | null
  /** Counts reloads of the page. */
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
