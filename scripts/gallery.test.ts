import type { RouteObject } from 'react-router'
import { expect, test } from 'vitest'

import { routes } from '#web/routes.tsx'

import { screens } from '../tests/screens/screens.ts'

test('the gallery shows every page of the application', () => {
  const shown = new Set(screens.map(({ route }) => route))
  expect(pagesOf(routes).filter((path) => !shown.has(path))).toEqual([])
})

test('every screen has its own picture', () => {
  const names = screens.map(({ route, state }) => `${route} ${state}`)
  expect(names).toEqual([...new Set(names)])
})

/** Routes that render something; redirects have no screen. */
function pagesOf(tree: readonly RouteObject[], base = ''): readonly string[] {
  return tree.flatMap((route) => {
    const path = route.path === undefined ? base : `${base}/${route.path}`.replaceAll('//', '/')
    if (route.children !== undefined) return pagesOf(route.children, path)
    return path === '/' || route.loader === undefined ? [path] : []
  })
}
