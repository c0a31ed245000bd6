import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest'

/* An unexpected console error is a failing test. A test that expects one replaces the spy's implementation itself. */

let errors: MockInstance<typeof console.error>

beforeEach(() => {
  errors = vi.spyOn(console, 'error')
})

afterEach(() => {
  const calls = errors.mock.calls
  errors.mockRestore()
  expect(calls, 'console.error was called').toEqual([])
})
