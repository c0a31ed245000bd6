import { hydrate, options, render, type ComponentChild } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'

/*
 * The part of React that the player uses, on Preact: build.ts puts it in React's place. It replaces preact/compat, which
 * also contains class components' and forms' differences. `onChange`, `onFocus` and numbers in `style` are Preact's own.
 */

export { createElement, Fragment } from 'preact'
export { useCallback, useEffect, useId, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks'

/** Starts with the server's value, because hydration must match the document; updates to the current one before paint. */
export function useSyncExternalStore<T>(
  subscribe: (listener: () => void) => () => void,
  get: () => T,
  getOnServer: () => T = get,
): T {
  const [value, setValue] = useState(getOnServer)
  useLayoutEffect(() => {
    const update = () => setValue(get)
    update()
    return subscribe(update)
  }, [subscribe, get])
  return value
}

export function hydrateRoot(container: Element, app: ComponentChild): void {
  hydrate(app, container)
}

export function createRoot(container: Element) {
  return { render: (app: ComponentChild) => render(app, container) }
}

/** As SVG spells it; Preact does the same on the server. */
options.vnode = ({ type, props }) => {
  if (typeof type !== 'string') return
  const given = props as Record<string, unknown>
  for (const name of ['strokeWidth', 'strokeLinecap', 'strokeLinejoin', 'vectorEffect']) {
    if (!(name in given)) continue
    given[name.replace(/[A-Z]/, '-$&').toLowerCase()] = given[name]
    delete given[name]
  }
}
