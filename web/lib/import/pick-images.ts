import { acceptedTypes } from './accepted-types.ts'

/** Opens the file picker; no files if cancelled. */
export function pickImages(isOne = false): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.multiple = !isOne
    input.accept = acceptedTypes
    input.addEventListener('change', () => resolve([...(input.files ?? [])]))
    input.addEventListener('cancel', () => resolve([]))
    input.click()
  })
}
