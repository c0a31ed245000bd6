import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest'

/* Unexpected console errors fail a test. A test that expects one replaces the spy's implementation. */

let errors: MockInstance<typeof console.error>

beforeEach(() => {
  errors = vi.spyOn(console, 'error')
})

afterEach(() => {
  const calls = errors.mock.calls
  errors.mockRestore()
  expect(calls, 'console.error was called').toEqual([])
})
